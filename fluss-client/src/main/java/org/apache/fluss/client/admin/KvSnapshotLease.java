// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.metadata.AcquireKvSnapshotLeaseResult;
import org.apache.fluss.metadata.TableBucket;

/** Keeps kv snapshots from being deleted while they are read. Thread-safe. */
@PublicEvolving
public interface KvSnapshotLease {
  String leaseId();

  /** How long the lease lasts after each acquisition or renewal, in milliseconds. */
  long leaseDurationMs();

  /**
   * Adds snapshots to the lease and renews it.
   *
   * @throws IllegalArgumentException if no snapshot is given
   */
  CompletableFuture<AcquireKvSnapshotLeaseResult> acquireSnapshots(
      Map<TableBucket, Long> snapshotIds);

  /** Prolongs the lease. */
  CompletableFuture<Void> renew();

  /** Takes the snapshots of these buckets out of the lease. */
  CompletableFuture<Void> releaseSnapshots(Set<TableBucket> bucketsToRelease);

  /** Ends the lease. */
  CompletableFuture<Void> dropLease();
}
