// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.util.List;
import org.apache.fluss.server.log.CheckedRecords;

/** What a leader answered to a follower about one bucket. Immutable. */
public final class FetchedLog {
  final CheckedRecords records;
  final long highWatermark;
  final List<EpochStart> epochs;
  final EpochStart divergence;

  private FetchedLog(
      CheckedRecords records, long highWatermark, List<EpochStart> epochs, EpochStart divergence) {
    this.records = records;
    this.highWatermark = highWatermark;
    this.epochs = epochs;
    this.divergence = divergence;
  }

  /**
   * Batches to append.
   *
   * @param epochs leader epochs of these records and where each begins; empty if unknown
   */
  public static FetchedLog records(
      CheckedRecords records, long highWatermark, List<EpochStart> epochs) {
    return new FetchedLog(records, highWatermark, List.copyOf(epochs), null);
  }

  /**
   * The leader does not have what the follower has.
   *
   * @param last the leader's newest epoch not above the follower's, and the offset behind it
   */
  public static FetchedLog diverging(EpochStart last) {
    return new FetchedLog(null, 0, List.of(), last);
  }

  /** A leader epoch and an offset. Immutable. */
  public static final class EpochStart {
    private final int epoch;
    private final long offset;

    /** Where an epoch begins or ends. */
    public EpochStart(int epoch, long offset) {
      this.epoch = epoch;
      this.offset = offset;
    }

    /** The leader epoch, -1 if unknown. */
    public int epoch() {
      return epoch;
    }

    /** Where it begins or ends. */
    public long offset() {
      return offset;
    }
  }
}
