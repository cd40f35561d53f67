// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import java.util.Arrays;
import org.apache.fluss.annotation.PublicEvolving;

/** What a rebalance aims at. The values are part of the protocol. */
@PublicEvolving
public enum GoalType {
  /** Every tablet server holds about as many replicas. */
  REPLICA_DISTRIBUTION(0),
  /** Every tablet server leads about as many buckets. */
  LEADER_DISTRIBUTION(1),
  /** The replicas of a bucket are in different racks. */
  RACK_AWARE(2);

  public final int value;

  GoalType(int value) {
    this.value = value;
  }

  /**
   * Reads the name of a constant in any case.
   *
   * @throws IllegalArgumentException if there is no such constant
   */
  public static GoalType fromName(String name) {
    return Arrays.stream(values())
        .filter(goal -> goal.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "'%s' is no goal of a rebalance; choose from %s.",
                        name, Arrays.toString(values()))));
  }
}
