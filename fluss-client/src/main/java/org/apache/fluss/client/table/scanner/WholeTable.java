// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.fluss.client.FlussConnection;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.ListOffsetsResult;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.client.table.scanner.batch.KvTableBatchScanner;
import org.apache.fluss.client.table.scanner.batch.LogTableBatchScanner;
import org.apache.fluss.client.table.scanner.log.BoundedLogScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.LogScannerImpl;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.metadata.PartitionInfo;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.utils.clock.SystemClock;

/** Finds out where a scan of all of a table begins and ends. */
final class WholeTable {
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
    LeasedSnapshots leased = new LeasedSnapshots(admin, path, "scan", SystemClock.getInstance());
    try {
      return kvScanner(partitions, leased);
    } catch (RuntimeException | ExecutionException | InterruptedException e) {
      leased.close();
      throw e;
    }
  }

  private BatchScanner kvScanner(List<PartitionInfo> partitions, LeasedSnapshots leased)
      throws ExecutionException, InterruptedException {
    List<String> names = new ArrayList<>();
    partitions.forEach(
        partition -> names.add(partition == null ? null : partition.getPartitionName()));
    Map<TableBucket, LeasedSnapshots.Snapshot> snapshots = leased.newest(names, bucket -> true);
    List<KvTableBatchScanner.Bucket> buckets = new ArrayList<>();
    for (Map.Entry<TableBucket, Long> end : ends(partitions).entrySet()) {
      TableBucket bucket = end.getKey();
      LeasedSnapshots.Snapshot snapshot = snapshots.get(bucket);
      buckets.add(
          snapshot == null
              ? new KvTableBatchScanner.Bucket(
                  bucket, Collections.emptyList(), LogScanner.EARLIEST_OFFSET, end.getValue())
              : new KvTableBatchScanner.Bucket(
                  bucket,
                  admin.getKvSnapshotMetadata(bucket, snapshot.id()).get().getSnapshotFiles(),
                  snapshot.logOffset(),
                  end.getValue()));
    }
    return new KvTableBatchScanner(
        table,
        schemas,
        projection,
        buckets,
        leased,
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
}
