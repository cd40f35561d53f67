// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import java.util.Map;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;

/** Offsets a producer registered. Immutable. */
@PublicEvolving
public class ProducerOffsetsResult {
  private final String producerId;
  private final Map<Long, Map<TableBucket, Long>> tableOffsets;
  private final long expirationTime;

  /**
   * @param tableOffsets offsets by bucket, by table id
   * @param expirationTime milliseconds since the epoch
   */
  public ProducerOffsetsResult(
      String producerId, Map<Long, Map<TableBucket, Long>> tableOffsets, long expirationTime) {
    this.producerId = producerId;
    this.tableOffsets = tableOffsets;
    this.expirationTime = expirationTime;
  }

  public String getProducerId() {
    return producerId;
  }

  /** Offsets by bucket, by table id. */
  public Map<Long, Map<TableBucket, Long>> getTableOffsets() {
    return tableOffsets;
  }

  /** When the registration ends, in milliseconds since the epoch. */
  public long getExpirationTime() {
    return expirationTime;
  }

  @Override
  public String toString() {
    return "ProducerOffsetsResult{producerId="
        + producerId
        + ", tableOffsets="
        + tableOffsets
        + ", expirationTime="
        + expirationTime
        + "}";
  }
}
