// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.lake.committer.CommittedLakeSnapshot;
import org.apache.fluss.lake.committer.CommitterInitContext;
import org.apache.fluss.lake.committer.LakeCommitResult;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.LogRecordReadContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One round of one table: looks where the lake is, copies the log from there to where it ends now,
 * commits to the lake, registers the snapshot. It may die anywhere: what is not in the lake is
 * copied again, what is in the lake but not registered is registered first by whoever comes next,
 * and the lake takes a commit only on top of the snapshot the round began with. So every row comes
 * once. Used once, by one thread.
 */
final class TieringRound<W, C> {
  /** Snapshot property: {@link Lease#epoch} of the round. */
  static final String TIERING_EPOCH = "fluss-tiering-epoch";

  /** Snapshot property: unique id of the round. */
  static final String TIERING_ROUND = "fluss-tiering-round";

  private static final Logger LOG = LoggerFactory.getLogger(TieringRound.class);

  /** Whether a round should wait until there are more rows for its files. */
  @FunctionalInterface
  interface WorthWaiting {
    boolean more(long waitingRows, int files);
  }

  private final Fluss fluss;
  private final LakeTieringFactory<W, C> lake;
  private final TieringOptions options;
  private final Executor buckets;
  private final HeldTable held;
  private final Lease lease;
  private final String roundId;
  private final WorthWaiting gathers;
  private final BooleanSupplier stopping;

  TieringRound(
      Fluss fluss,
      LakeTieringFactory<W, C> lake,
      TieringOptions options,
      Executor buckets,
      HeldTable held,
      String roundId,
      WorthWaiting gathers,
      BooleanSupplier stopping) {
    this.fluss = fluss;
    this.lake = lake;
    this.options = options;
    this.buckets = buckets;
    this.held = held;
    this.lease = held.lease;
    this.roundId = roundId;
    this.gathers = gathers;
    this.stopping = stopping;
  }

  RoundResult run() throws Exception {
    TableInfo table = currentTable();
    try (KeptSnapshots snapshots = fluss.kvSnapshots(table)) {
      return run(table, snapshots);
    }
  }

  private RoundResult run(TableInfo table, KeptSnapshots snapshots) throws Exception {
    Optional<LakeProgress> progress = fluss.lakeProgress(lease.path());
    List<Split> splits = splits(table, progress, snapshots);
    if (splits.isEmpty() || gathers.more(rows(splits), splits.size())) {
      return RoundResult.nothing(table);
    }
    try (LakeCommitter<W, C> committer = lake.createLakeCommitter(context(table))) {
      Long registered = registerMissing(committer, table, progress);
      if (registered != null) {
        splits = splits(table, Optional.of(progressAt(registered)), snapshots);
      }
      List<CopiedBucket<W>> copied = copy(committer, table, splits, snapshots);
      List<W> results = results(copied);
      if (results.isEmpty() && splits.stream().noneMatch(TieringRound::leadsOn)) {
        // only batches without rows: the next commit takes their offsets along
        return RoundResult.nothing(table);
      }
      long snapshotId = commit(committer, table, copied, results);
      committer.maintain(snapshotId);
      return RoundResult.committed(table, copied, snapshotId);
    }
  }

  /** Whether what is behind the split can be reached only when the split is in the lake. */
  private static boolean leadsOn(Split split) {
    return split.kvSnapshotId != null || split.partial;
  }

  private TableInfo currentTable() {
    TableInfo table = fluss.table(lease.path());
    if (table.getTableId() != lease.tableId()) {
      throw new IllegalStateException(
          String.format(
              "Table %s was dropped and made anew: its id is %d, the round was for %d.",
              lease.path(), table.getTableId(), lease.tableId()));
    }
    return table;
  }

  private static long rows(List<Split> splits) {
    return splits.stream().mapToLong(split -> split.toOffset - split.fromOffset).sum();
  }

  // ---- what to copy

  private List<Split> splits(
      TableInfo table, Optional<LakeProgress> progress, KeptSnapshots snapshots) {
    List<Split> splits = new ArrayList<>();
    if (table.isPartitioned()) {
      new TreeMap<>(fluss.partitions(table))
          .forEach((id, name) -> addSplits(table, id, name, progress, snapshots, splits));
    } else {
      addSplits(table, null, null, progress, snapshots, splits);
    }
    return splits;
  }

  private void addSplits(
      TableInfo table,
      Long partitionId,
      String partition,
      Optional<LakeProgress> progress,
      KeptSnapshots kept,
      List<Split> splits) {
    List<TableBucket> all = new ArrayList<>();
    for (int bucket = 0; bucket < table.getNumBuckets(); bucket++) {
      all.add(new TableBucket(table.getTableId(), partitionId, bucket));
    }
    Map<TableBucket, Long> ends = fluss.endOffsets(table, all);
    Map<TableBucket, Long> starts = new HashMap<>();
    List<TableBucket> fresh = new ArrayList<>();
    for (TableBucket bucket : all) {
      Long tiered = progress.map(p -> p.endOffset(bucket)).orElse(null);
      if (tiered != null) {
        starts.put(bucket, tiered);
      } else if (ends.getOrDefault(bucket, 0L) > 0) {
        fresh.add(bucket);
      }
    }
    Map<TableBucket, KvSnapshot> snapshots = Map.of();
    if (!fresh.isEmpty()) {
      starts.putAll(fluss.startOffsets(table, fresh));
      if (table.hasPrimaryKey()) {
        snapshots = kept.newest(partition, fresh);
      }
    }
    for (TableBucket bucket : all) {
      long end = ends.getOrDefault(bucket, 0L);
      long start = starts.getOrDefault(bucket, end);
      KvSnapshot snapshot = fresh.contains(bucket) ? snapshots.get(bucket) : null;
      if (table.hasPrimaryKey() && fresh.contains(bucket)) {
        ensureNoGap(bucket, snapshot, start);
      }
      if (snapshot != null && snapshot.logOffset() > 0) {
        long offset = snapshot.logOffset();
        splits.add(new Split(bucket, partition, snapshot.id(), 0, offset, offset < end));
      } else if (start < end) {
        // what a round does to keys is held in memory
        long to =
            table.hasPrimaryKey() ? Math.min(end, start + options.primaryKeyRoundRecords()) : end;
        splits.add(new Split(bucket, partition, null, start, to, to < end));
      }
    }
  }

  private static void ensureNoGap(TableBucket bucket, KvSnapshot snapshot, long logStart) {
    long from = snapshot == null ? 0 : snapshot.logOffset();
    if (from < logStart) {
      throw new IllegalStateException(
          String.format(
              "The changelog of %s begins at %d, but its newest kv snapshot %s; a later snapshot"
                  + " closes the gap.",
              bucket, logStart, snapshot == null ? "does not exist" : "ends at " + from));
    }
  }

  /**
   * Registers a snapshot that is in the lake though the coordinator did not know it.
   *
   * @return its id, null if there is none
   */
  private Long registerMissing(
      LakeCommitter<W, C> committer, TableInfo table, Optional<LakeProgress> progress)
      throws IOException {
    Long known = progress.map(LakeProgress::snapshotId).orElse(null);
    CommittedLakeSnapshot missing = committer.getMissingLakeSnapshot(known);
    if (missing == null) {
      return null;
    }
    String path =
        missing.getSnapshotProperties().get(LakeCommitter.FLUSS_LAKE_SNAP_BUCKET_OFFSET_PROPERTY);
    if (path == null || path.contains("{")) {
      throw new IllegalStateException(
          String.format(
              "Lake snapshot %d of %s does not say how far it reaches (property %s is %s), so"
                  + " tiering cannot go on from it. Roll the lake table back to snapshot %s.",
              missing.getLakeSnapshotId(),
              lease.path(),
              LakeCommitter.FLUSS_LAKE_SNAP_BUCKET_OFFSET_PROPERTY,
              path,
              known));
    }
    held.ensureHeld();
    LOG.info(
        "Lake snapshot {} of {} was committed without being registered; registering it.",
        missing.getLakeSnapshotId(),
        lease.path());
    fluss.register(
        table,
        new LakeRegistration(
            lease.epoch(),
            missing.getLakeSnapshotId(),
            path,
            null,
            LakeCommitResult.KEEP_ALL_PREVIOUS,
            Map.of(),
            Map.of()));
    return missing.getLakeSnapshotId();
  }

  /** Whoever is asked may read a ZooKeeper server that lags: older offsets bring rows twice. */
  private LakeProgress progressAt(long snapshotId) {
    Optional<LakeProgress> progress = fluss.lakeProgress(lease.path());
    if (progress.isEmpty() || progress.get().snapshotId() != snapshotId) {
      throw new IllegalStateException(
          String.format(
              "Lake snapshot %d of %s was registered, but a server still answers %s; the next round"
                  + " asks again.",
              snapshotId,
              lease.path(),
              progress.map(p -> "snapshot " + p.snapshotId()).orElse("that there is none")));
    }
    return progress.get();
  }

  // ---- copying

  private List<CopiedBucket<W>> copy(
      LakeCommitter<W, C> committer, TableInfo table, List<Split> splits, KeptSnapshots snapshots)
      throws Exception {
    List<CopiedBucket<W>> copied = new ArrayList<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    BooleanSupplier cancelled =
        () -> failure.get() != null || held.isLost() || stopping.getAsBoolean();
    try (LogRecordReadContext schemas =
        LogRecordReadContext.ofWholeBatches(
            table.getTableConfig().getLogFormat(),
            table.getSchema(),
            id -> id == table.getSchemaId() ? table.getSchema() : fluss.schema(lease.path(), id),
            null)) {
      List<CompletableFuture<CopiedBucket<W>>> running = new ArrayList<>();
      for (Split split : splits) {
        running.add(
            CompletableFuture.supplyAsync(
                () -> {
                  if (cancelled.getAsBoolean()) {
                    return null;
                  }
                  try {
                    return new BucketCopy<>(lake, table, split, schemas)
                        .run(fluss, snapshots, cancelled);
                  } catch (Exception | LinkageError e) {
                    failure.compareAndSet(null, e);
                    throw new CompletionException(e);
                  }
                },
                buckets));
      }
      for (CompletableFuture<CopiedBucket<W>> one : running) {
        try {
          CopiedBucket<W> bucket = one.join();
          if (bucket != null) {
            copied.add(bucket);
          }
        } catch (CompletionException e) {
          failure.compareAndSet(null, e.getCause());
        }
      }
    }
    if (copied.size() < splits.size()) {
      abort(committer, results(copied));
      held.ensureHeld();
      Throwable cause = failure.get();
      if (cause instanceof Exception) {
        throw (Exception) cause;
      }
      throw new IllegalStateException(
          cause == null ? "This runner is stopping." : "Copying failed: " + cause, cause);
    }
    return copied;
  }

  private List<W> results(Collection<CopiedBucket<W>> copied) {
    List<W> results = new ArrayList<>();
    for (CopiedBucket<W> bucket : copied) {
      if (bucket.result != null) {
        results.add(bucket.result);
      }
    }
    return results;
  }

  private void abort(LakeCommitter<W, C> committer, List<W> results) {
    if (!results.isEmpty()) {
      try {
        committer.abort(committer.toCommittable(results));
      } catch (IOException | RuntimeException e) {
        // orphans cost space, not correctness
        LOG.warn("Lake files of a failed round of {} could not be deleted.", lease.path(), e);
      }
    }
  }

  // ---- committing

  private long commit(
      LakeCommitter<W, C> committer, TableInfo table, List<CopiedBucket<W>> copied, List<W> results)
      throws Exception {
    Map<TableBucket, Long> ends = new HashMap<>();
    Map<TableBucket, Long> timestamps = new HashMap<>();
    for (CopiedBucket<W> bucket : copied) {
      ends.put(bucket.split.bucket, bucket.split.toOffset);
      if (bucket.maxTimestampMs >= 0) {
        timestamps.put(bucket.split.bucket, bucket.maxTimestampMs);
      }
    }
    C files;
    String path;
    try {
      currentTable();
      held.ensureHeld();
      files = committer.toCommittable(results);
      path = fluss.prepare(table, ends);
      held.ensureHeld();
    } catch (IOException | RuntimeException e) {
      abort(committer, results);
      throw e;
    }
    LakeCommitResult committed;
    try {
      committed =
          committer.commit(
              files,
              Map.of(
                  LakeCommitter.FLUSS_LAKE_SNAP_BUCKET_OFFSET_PROPERTY,
                  path,
                  TIERING_EPOCH,
                  Long.toString(lease.epoch()),
                  TIERING_ROUND,
                  roundId));
    } catch (IOException | RuntimeException e) {
      if (!committer.commitMayHaveHappened()) {
        abort(committer, results);
      }
      throw e;
    }
    // a runner that comes late must not put an older snapshot on top; the next round registers it
    held.ensureHeld();
    register(table, committed, path, ends, timestamps);
    return committed.getCommittedSnapshotId();
  }

  private void register(
      TableInfo table,
      LakeCommitResult committed,
      String path,
      Map<TableBucket, Long> ends,
      Map<TableBucket, Long> timestamps) {
    long id = committed.getCommittedSnapshotId();
    Long keep = committed.getEarliestSnapshotIDToKeep();
    LakeCommitResult.ReadableSnapshot readable = committed.getReadableSnapshot();
    if (readable != null) {
      String readablePath = fluss.prepare(table, readable.getReadableLogEndOffsets());
      boolean same = readable.getReadableSnapshotId() == id;
      String tieredPath = same ? path : fluss.prepare(table, readable.getTieredLogEndOffsets());
      fluss.register(
          table,
          new LakeRegistration(
              lease.epoch(),
              readable.getReadableSnapshotId(),
              tieredPath,
              readablePath,
              keep,
              Map.of(),
              Map.of()));
      if (same) {
        return;
      }
    }
    String readablePath = committed.committedIsReadable() ? path : null;
    fluss.register(
        table, new LakeRegistration(lease.epoch(), id, path, readablePath, keep, ends, timestamps));
  }

  private CommitterInitContext context(TableInfo table) {
    return new CommitterInitContext() {
      @Override
      public TablePath tablePath() {
        return table.getTablePath();
      }

      @Override
      public TableInfo tableInfo() {
        return table;
      }

      @Override
      public Configuration lakeTieringConfig() {
        return options.lakeTiering();
      }

      @Override
      public Configuration flussClientConfig() {
        return options.client();
      }
    };
  }
}
