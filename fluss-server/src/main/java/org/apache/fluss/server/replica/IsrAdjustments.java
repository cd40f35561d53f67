// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.util.List;
import org.apache.fluss.metadata.TableBucket;

/** Where leaders ask for another set of in-sync replicas. Thread-safe. */
public interface IsrAdjustments {
  /**
   * Asks the coordinator.
   *
   * @param current what the leader knows
   * @param listener told once, on any thread
   */
  void adjust(
      TableBucket bucket, BucketAssignment current, List<Integer> newIsr, Listener listener);

  /** Hears the coordinator's decision. */
  interface Listener {
    /** The change was made. */
    void adjusted(List<Integer> isr, int bucketEpoch);

    /** The change was refused, or it is not known what became of it. */
    void refused(Throwable error);
  }
}
