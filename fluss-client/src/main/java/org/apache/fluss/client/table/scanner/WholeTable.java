// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.fluss.client.FlussConnection;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.KvSnapshotLease;
import org.apache.fluss.client.admin.ListOffsetsResult;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.client.table.scanner.batch.KvTableBatchScanner;
import org.apache.fluss.client.table.scanner.batch.LogTableBatchScanner;
import org.apache.fluss.client.table.scanner.log.BoundedLogScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.LogScannerImpl;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.metadata.PartitionInfo;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;

/** Finds out where a scan of all of a table begins and ends. */
final class WholeTable {
  private static final long LEASE_MS = TimeUnit.HOURS.toMillis(1);

  /** How often newer snapshots are taken because the ones found were gone when leased. */
  private static final int LEASE_ATTEMPTS = 5;

  private final FlussConnection connection;
  private final Admin admin;
  private final TableInfo table;
  private final TablePath path;
  private final SchemaGetter schemas;
  private final int[] projection;

  WholeTable(
      FlussConnection connection,
      Admin admin,
      TableInfo table,
      SchemaGetter schemas,
      int[] projection) {
    this.connection = connection;
    this.admin = admin;
    this.table = table;
    this.path = table.getTablePath();
    this.schemas = schemas;
    this.projection = projection;
  }

  BatchScanner scanner() throws ExecutionException, InterruptedException {
    List<PartitionInfo> partitions =
        table.isPartitioned()
            ? admin.listPartitionInfos(path).get()
            : Collections.singletonList(null);
    if (!table.hasPrimaryKey()) {
      BoundedLogScanner log = log(projection);
      ends(partitions).forEach((bucket, end) -> log.read(bucket, LogScanner.EARLIEST_OFFSET, end));
      return new LogTableBatchScanner(log);
    }
    KvSnapshotLease lease = admin.createKvSnapshotLease("scan-" + UUID.randomUUID(), LEASE_MS);
    try {
      return kvScanner(partitions, leasedSnapshots(partitions, lease), lease);
    } catch (RuntimeException | ExecutionException | InterruptedException e) {
      lease.dropLease();
      throw e;
    }
  }

  private BatchScanner kvScanner(
      List<PartitionInfo> partitions, Map<TableBucket, Snapshot> snapshots, KvSnapshotLease lease)
      throws ExecutionException, InterruptedException {
    List<KvTableBatchScanner.Bucket> buckets = new ArrayList<>();
    for (Map.Entry<TableBucket, Long> end : ends(partitions).entrySet()) {
      TableBucket bucket = end.getKey();
      Snapshot snapshot = snapshots.get(bucket);
      buckets.add(
          snapshot == null
              ? new KvTableBatchScanner.Bucket(
                  bucket, Collections.emptyList(), LogScanner.EARLIEST_OFFSET, end.getValue())
              : new KvTableBatchScanner.Bucket(
                  bucket,
                  admin.getKvSnapshotMetadata(bucket, snapshot.id).get().getSnapshotFiles(),
                  snapshot.logOffset,
                  end.getValue()));
    }
    return new KvTableBatchScanner(
        table,
        schemas,
        projection,
        buckets,
        snapshots.isEmpty() ? null : lease,
        () -> log(null),
        Paths.get(connection.getConfiguration().get(ConfigOptions.CLIENT_SCANNER_IO_TMP_DIR)),
        connection.getOrCreateRemoteFileDownloader());
  }

  private BoundedLogScanner log(int[] columns) {
    return new BoundedLogScanner(
        new LogScannerImpl(
            connection.getConfiguration(),
            table,
            connection.getMetadataUpdater(),
            connection.getClientMetricGroup(),
            connection.getOrCreateRemoteFileDownloader(),
            columns,
            schemas));
  }

  private Map<TableBucket, Long> ends(List<PartitionInfo> partitions)
      throws ExecutionException, InterruptedException {
    List<Integer> ids =
        IntStream.range(0, table.getNumBuckets()).boxed().collect(Collectors.toList());
    Map<TableBucket, Long> ends = new HashMap<>();
    for (PartitionInfo partition : partitions) {
      OffsetSpec latest = new OffsetSpec.LatestSpec();
      ListOffsetsResult offsets =
          partition == null
              ? admin.listOffsets(path, ids, latest)
              : admin.listOffsets(path, partition.getPartitionName(), ids, latest);
      Long partitionId = partition == null ? null : partition.getPartitionId();
      offsets
          .all()
          .get()
          .forEach(
              (id, end) -> ends.put(new TableBucket(table.getTableId(), partitionId, id), end));
    }
    return ends;
  }

  private static final class Snapshot {
    final long id;
    final long logOffset;

    Snapshot(long id, long logOffset) {
      this.id = id;
      this.logOffset = logOffset;
    }
  }

  /** The newest snapshot of each bucket that has one. */
  private Map<TableBucket, Snapshot> leasedSnapshots(
      List<PartitionInfo> partitions, KvSnapshotLease lease)
      throws ExecutionException, InterruptedException {
    for (int attempt = 0; attempt < LEASE_ATTEMPTS; attempt++) {
      Map<TableBucket, Snapshot> newest = newestSnapshots(partitions);
      Map<TableBucket, Long> ids = new HashMap<>();
      newest.forEach((bucket, snapshot) -> ids.put(bucket, snapshot.id));
      if (ids.isEmpty() || lease.acquireSnapshots(ids).get().getUnavailableSnapshots().isEmpty()) {
        return newest;
      }
    }
    throw new FlussRuntimeException(
        "The kv snapshots of table "
            + path
            + " are replaced faster than they can be leased; raise kv.snapshot.interval.");
  }

  private Map<TableBucket, Snapshot> newestSnapshots(List<PartitionInfo> partitions)
      throws ExecutionException, InterruptedException {
    Map<TableBucket, Snapshot> newest = new HashMap<>();
    for (PartitionInfo partition : partitions) {
      KvSnapshots snapshots =
          partition == null
              ? admin.getLatestKvSnapshots(path).get()
              : admin.getLatestKvSnapshots(path, partition.getPartitionName()).get();
      for (TableBucket bucket : snapshots.getTableBuckets()) {
        OptionalLong id = snapshots.getSnapshotId(bucket.getBucket());
        OptionalLong logOffset = snapshots.getLogOffset(bucket.getBucket());
        if (id.isPresent() && logOffset.isPresent()) {
          newest.put(bucket, new Snapshot(id.getAsLong(), logOffset.getAsLong()));
        }
      }
    }
    return newest;
  }
}
