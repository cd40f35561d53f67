// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import org.apache.fluss.annotation.PublicEvolving;

/** Which offset of a log is meant. */
@PublicEvolving
public abstract class OffsetSpec {
  /** Number of {@link EarliestSpec} on the wire. */
  public static final int LIST_EARLIEST_OFFSET = 0;

  /** Number of {@link LatestSpec} on the wire. */
  public static final int LIST_LATEST_OFFSET = 1;

  /** Number of {@link TimestampSpec} on the wire. */
  public static final int LIST_OFFSET_FROM_TIMESTAMP = 2;

  /** The first offset that can be read. */
  public static class EarliestSpec extends OffsetSpec {}

  /** The offset the next record that can be read will have. */
  public static class LatestSpec extends OffsetSpec {}

  /** The first offset at or after a time. */
  public static class TimestampSpec extends OffsetSpec {
    private final long timestamp;

    /**
     * @param timestamp milliseconds since the epoch
     */
    public TimestampSpec(long timestamp) {
      this.timestamp = timestamp;
    }

    /** Milliseconds since the epoch. */
    public long getTimestamp() {
      return timestamp;
    }
  }
}
