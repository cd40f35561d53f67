// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import org.apache.fluss.annotation.PublicEvolving;

/** What an operator says about a tablet server. The values are part of the protocol. */
@PublicEvolving
public enum ServerTag {
  /** It will not come back; a rebalance moves its replicas away. */
  PERMANENT_OFFLINE(0),
  /** It will be away for a while; a rebalance moves its leaderships away. */
  TEMPORARY_OFFLINE(1);

  public final int value;

  ServerTag(int value) {
    this.value = value;
  }
}
