// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.fluss.annotation.PublicEvolving;

/**
 * How far a rebalance, or the part of it for one bucket, is. The codes are part of the protocol.
 */
@PublicEvolving
public enum RebalanceStatus {
  NOT_STARTED(0),
  REBALANCING(1),
  FAILED(2),
  COMPLETED(3),
  CANCELED(4);

  /** After these nothing follows; unmodifiable. */
  public static final Set<RebalanceStatus> FINAL_STATUSES =
      Collections.unmodifiableSet(EnumSet.of(FAILED, COMPLETED, CANCELED));

  private final int code;

  RebalanceStatus(int code) {
    this.code = code;
  }

  public int getCode() {
    return code;
  }

  /**
   * @throws IllegalArgumentException if there is no status of this code
   */
  public static RebalanceStatus of(int code) {
    return Arrays.stream(values())
        .filter(status -> status.code == code)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("No rebalance status has the code " + code + "."));
  }
}
