// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.KvSnapshotLease;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest kv snapshots of a table, kept by one lease from when they are found until this is
 * closed. Thread-safe.
 */
@Internal
public final class LeasedSnapshots implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeasedSnapshots.class);

  /** The lease ends by itself if this process dies. */
  private static final long LEASE_MS = TimeUnit.HOURS.toMillis(1);

  private static final long RENEW_MS = LEASE_MS / 4;

  /** How often newer snapshots are taken because the ones found were gone when leased. */
  private static final int LEASE_ATTEMPTS = 5;

  /** A kv snapshot. Immutable. */
  @Internal
  public static final class Snapshot {
    private final long id;
    private final long logOffset;

    private Snapshot(long id, long logOffset) {
      this.id = id;
      this.logOffset = logOffset;
    }

    /** Its id. */
    public long id() {
      return id;
    }

    /** The changelog before this offset is in the snapshot. */
    public long logOffset() {
      return logOffset;
    }
  }

  private final Admin admin;
  private final TablePath table;
  private final KvSnapshotLease lease;
  private final Clock clock;
  // of the last acquisition or renewal; null while nothing is leased
  private volatile Long renewedMs;

  /**
   * @param admin not closed by this class
   * @param purpose what the name of the lease begins with
   */
  public LeasedSnapshots(Admin admin, TablePath table, String purpose, Clock clock) {
    this.admin = admin;
    this.table = table;
    this.lease = admin.createKvSnapshotLease(purpose + "-" + UUID.randomUUID(), LEASE_MS);
    this.clock = clock;
  }

  /**
   * The newest snapshot of each bucket that is wanted and has one.
   *
   * @param partitions names; one null for a table without partitions
   */
  public Map<TableBucket, Snapshot> newest(
      Collection<String> partitions, Predicate<TableBucket> wanted)
      throws ExecutionException, InterruptedException {
    for (int attempt = 0; attempt < LEASE_ATTEMPTS; attempt++) {
      Map<TableBucket, Snapshot> newest = find(partitions, wanted);
      Map<TableBucket, Long> ids = new HashMap<>();
      newest.forEach((bucket, snapshot) -> ids.put(bucket, snapshot.id));
      if (ids.isEmpty()) {
        return newest;
      }
      renewedMs = clock.milliseconds();
      if (lease.acquireSnapshots(ids).get().getUnavailableSnapshots().isEmpty()) {
        return newest;
      }
    }
    throw new FlussRuntimeException(
        "The kv snapshots of table "
            + table
            + " are replaced faster than they can be leased; raise kv.snapshot.interval.");
  }

  private Map<TableBucket, Snapshot> find(
      Collection<String> partitions, Predicate<TableBucket> wanted)
      throws ExecutionException, InterruptedException {
    Map<TableBucket, Snapshot> found = new HashMap<>();
    for (String partition : partitions) {
      KvSnapshots snapshots =
          partition == null
              ? admin.getLatestKvSnapshots(table).get()
              : admin.getLatestKvSnapshots(table, partition).get();
      for (TableBucket bucket : snapshots.getTableBuckets()) {
        OptionalLong id = snapshots.getSnapshotId(bucket.getBucket());
        OptionalLong logOffset = snapshots.getLogOffset(bucket.getBucket());
        if (wanted.test(bucket) && id.isPresent() && logOffset.isPresent()) {
          found.put(bucket, new Snapshot(id.getAsLong(), logOffset.getAsLong()));
        }
      }
    }
    return found;
  }

  /** Called often while snapshots are still to be read; does not wait. */
  public void renewIfDue() {
    if (isDue()) {
      synchronized (this) {
        if (!isDue()) {
          return;
        }
        renewedMs = clock.milliseconds();
      }
      lease.renew().whenComplete((nothing, failure) -> told("is not renewed", failure));
    }
  }

  private boolean isDue() {
    Long last = renewedMs;
    return last != null && clock.milliseconds() - last >= RENEW_MS;
  }

  private void told(String what, Throwable failure) {
    if (failure != null) {
      LOG.warn("Lease {} of kv snapshots of {} {}", lease.leaseId(), table, what, failure);
    }
  }

  /** Gives the snapshots up; does not wait. */
  @Override
  public synchronized void close() {
    if (renewedMs != null) {
      renewedMs = null;
      lease.dropLease().whenComplete((nothing, failure) -> told("stays until it expires", failure));
    }
  }
}
