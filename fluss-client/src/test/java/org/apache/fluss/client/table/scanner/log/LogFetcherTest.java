// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.metrics.ScannerMetricGroup;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.testutils.FakeCluster;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.compression.ArrowCompressionInfo;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthorizationException;
import org.apache.fluss.exception.FetchException;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metrics.registry.NoMetricRegistry;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.record.arrow.ArrowLogBatchBuilder;
import org.apache.fluss.record.arrow.ArrowProjection;
import org.apache.fluss.record.arrow.BatchSource;
import org.apache.fluss.record.arrow.ProjectedBatches;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.PbFetchLogReqForTable;
import org.apache.fluss.rpc.messages.PbRemoteLogFetchInfo;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.types.RowType;
import org.apache.fluss.utils.clock.SystemClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is fetched when, and what a reader gets of it. No network. */
class LogFetcherTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path dir;

  private final FakeCluster cluster = new FakeCluster();
  private final TableInfo table = cluster.createTable(Tables.LOG, Tables.log(2));
  private final TableBucket bucket = new TableBucket(table.getTableId(), 0);
  private final TableBucket other = new TableBucket(table.getTableId(), 1);
  private RemoteFileDownloader downloader = new RemoteFileDownloader(1);
  private LogFetcher fetcher;

  @AfterEach
  void close() throws Exception {
    if (fetcher != null) {
      fetcher.close();
    }
    downloader.close();
  }

  private void start(int[] projection, String... options) {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", "localhost:1");
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    MetadataUpdater metadata = cluster.metadata(conf);
    fetcher =
        new LogFetcher(
            conf,
            table,
            metadata,
            downloader,
            projection,
            schemas(),
            new ScannerMetricGroup(
                new ClientMetricGroup(NoMetricRegistry.INSTANCE, ""),
                table.getTablePath(),
                SystemClock.getInstance()),
            SystemClock.getInstance());
  }

  private SchemaGetter schemas() {
    return new SchemaGetter() {
      @Override
      public Schema getSchema(int schemaId) {
        return table.getSchema();
      }

      @Override
      public CompletableFuture<SchemaInfo> getSchemaInfoAsync(int schemaId) {
        return CompletableFuture.completedFuture(getLatestSchemaInfo());
      }

      @Override
      public SchemaInfo getLatestSchemaInfo() {
        return table.getSchemaInfo();
      }

      @Override
      public void release() {}
    };
  }

  private byte[] batch(int first, ChangeType... types) {
    boolean appendOnly = types.length == 0;
    ArrowLogBatchBuilder builder =
        new ArrowLogBatchBuilder(
            table.getRowType(),
            table.getSchemaId(),
            ArrowCompressionInfo.NO_COMPRESSION,
            appendOnly,
            1 << 20,
            new ArrowCompressionRatioEstimator());
    int count = appendOnly ? 10 : types.length;
    for (int i = 0; i < count; i++) {
      builder.append(
          appendOnly ? ChangeType.APPEND_ONLY : types[i], Tables.row(first + i, "n" + (first + i)));
    }
    return bytes(builder);
  }

  private byte[] emptyBatch() {
    return bytes(
        new ArrowLogBatchBuilder(
            table.getRowType(),
            table.getSchemaId(),
            ArrowCompressionInfo.NO_COMPRESSION,
            true,
            1 << 20,
            new ArrowCompressionRatioEstimator()));
  }

  private static byte[] bytes(ArrowLogBatchBuilder builder) {
    ByteBuffer sealed = builder.seal(-1, -1);
    byte[] bytes = new byte[sealed.remaining()];
    sealed.get(bytes);
    return bytes;
  }

  private List<ScanRecord> read(TableBucket from, int count) {
    List<ScanRecord> records = new ArrayList<>();
    while (records.size() < count) {
      List<ScanRecord> more = fetcher.poll(LONG).get(from);
      assertThat(more).as("records behind " + records.size()).isNotNull();
      records.addAll(more);
    }
    return records;
  }

  private static List<Long> offsets(List<ScanRecord> records) {
    List<Long> offsets = new ArrayList<>();
    records.forEach(record -> offsets.add(record.logOffset()));
    return offsets;
  }

  @Test
  void readsInOrderNoMoreThanAskedFor() {
    start(null, "client.scanner.log.max-poll-records", "7");
    for (int i = 0; i < 5; i++) {
      cluster.append(bucket, batch(10 * i));
    }
    fetcher.subscribe(bucket, LogScanner.EARLIEST_OFFSET);
    List<ScanRecord> records = new ArrayList<>();
    while (records.size() < 50) {
      List<ScanRecord> more = fetcher.poll(LONG).get(bucket);
      assertThat(more).hasSizeLessThanOrEqualTo(7);
      records.addAll(more);
    }
    for (int i = 0; i < 50; i++) {
      assertThat(records.get(i).logOffset()).isEqualTo(i);
      assertThat(records.get(i).getRow().getInt(0)).isEqualTo(i);
      assertThat(records.get(i).getRow().getString(1).toString()).isEqualTo("n" + i);
    }
  }

  @Test
  void startsInsideABatch() {
    start(null);
    cluster.append(bucket, batch(0));
    fetcher.subscribe(bucket, 4);
    assertThat(offsets(read(bucket, 6))).containsExactly(4L, 5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void dataEndsAPoll() throws Exception {
    start(null);
    fetcher.subscribe(bucket, 0);
    CompletableFuture<Integer> poll =
        CompletableFuture.supplyAsync(() -> fetcher.poll(LONG).get(bucket).size());
    while (cluster.sent(ApiKeys.FETCH_LOG).isEmpty()) {
      Thread.onSpinWait();
    }
    cluster.append(bucket, batch(0));
    assertThat(poll.get()).isEqualTo(10);
  }

  @Test
  void wakeupEndsAPoll() {
    start(null);
    fetcher.subscribe(bucket, 0);
    fetcher.wakeup();
    assertThat(fetcher.poll(LONG)).isEmpty();
    assertThat(fetcher.poll(Duration.ZERO)).isEmpty();
  }

  @Test
  void asksAheadButNotWithoutLimit() {
    int size = batch(100).length;
    start(
        null,
        "client.scanner.log.fetch.max-bytes-for-bucket",
        2 * size + " bytes",
        "client.scanner.log.max-poll-records",
        "10");
    for (int i = 0; i < 20; i++) {
      cluster.append(bucket, batch(10 * i));
    }
    fetcher.subscribe(bucket, 0);
    fetcher.sendFetches();
    int ahead = cluster.sent(ApiKeys.FETCH_LOG).size();
    assertThat(ahead).as("at least two batches each, and no more than four ahead").isBetween(1, 2);
    assertThat(read(bucket, 200)).hasSize(200);
  }

  @Test
  void anotherBucketDoesNotWaitForAnIdleOne() {
    start(null);
    fetcher.subscribe(bucket, 0);
    fetcher.sendFetches();
    cluster.append(other, batch(0));
    fetcher.subscribe(other, 0);
    assertThat(read(other, 10)).hasSize(10);
  }

  @Test
  void answersOfAnOlderSubscriptionAreDropped() {
    start(null);
    cluster.append(bucket, batch(0));
    cluster.hold(ApiKeys.FETCH_LOG);
    fetcher.subscribe(bucket, 0);
    fetcher.sendFetches();
    FakeCluster.Sent stale = cluster.sent(ApiKeys.FETCH_LOG).get(0);
    cluster.serve(ApiKeys.FETCH_LOG);
    fetcher.subscribe(bucket, 5);
    stale.answer.complete(cluster.fetch((FetchLogRequest) stale.request));
    assertThat(offsets(read(bucket, 5))).startsWith(5L);
    fetcher.unsubscribe(bucket);
    assertThat(fetcher.hasSubscriptions()).isFalse();
  }

  @Test
  void emptyBatchesMoveTheReaderOn() {
    start(null);
    cluster.append(bucket, emptyBatch());
    cluster.append(bucket, emptyBatch());
    cluster.append(bucket, batch(0));
    fetcher.subscribe(bucket, 0);
    assertThat(offsets(read(bucket, 10))).startsWith(2L);
  }

  @Test
  void anOffsetBehindTheEndIsTold() {
    start(null);
    fetcher.subscribe(bucket, 17);
    assertThatThrownBy(() -> fetcher.poll(LONG))
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("17")
        .hasMessageContaining("out of range");
  }

  @Test
  void aLeaderThatMovedIsLookedUp() {
    start(null);
    cluster.append(bucket, batch(0));
    answerOnce(Errors.NOT_LEADER_OR_FOLLOWER);
    fetcher.subscribe(bucket, 0);
    assertThat(read(bucket, 10)).hasSize(10);
    assertThat(cluster.sent(ApiKeys.GET_METADATA)).hasSize(1);
  }

  @Test
  void aFailedRequestIsSentAgain() {
    start(null);
    cluster.append(bucket, batch(0));
    cluster.intercept(
        ApiKeys.FETCH_LOG,
        request -> {
          cluster.serve(ApiKeys.FETCH_LOG);
          return CompletableFuture.failedFuture(Errors.NETWORK_EXCEPTION.exception());
        });
    fetcher.subscribe(bucket, 0);
    assertThat(read(bucket, 10)).hasSize(10);
  }

  @Test
  void aMissingRightIsTold() {
    start(null);
    cluster.append(bucket, batch(0));
    answerOnce(Errors.AUTHORIZATION_EXCEPTION);
    fetcher.subscribe(bucket, 0);
    assertThatThrownBy(() -> fetcher.poll(LONG)).isInstanceOf(AuthorizationException.class);
    assertThat(read(bucket, 10)).hasSize(10);
  }

  private void answerOnce(Errors error) {
    cluster.intercept(
        ApiKeys.FETCH_LOG,
        request -> {
          cluster.serve(ApiKeys.FETCH_LOG);
          FetchLogResponse answer = new FetchLogResponse();
          answer
              .addTablesResp()
              .setTableId(table.getTableId())
              .addBucketsResp()
              .setBucketId(0)
              .setErrorCode(error.code());
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
  }

  @Test
  void aCorruptBatchIsToldAfterWhatCameBefore() {
    start(null);
    cluster.append(bucket, batch(0));
    byte[] corrupt = batch(10);
    cluster.append(bucket, corrupt);
    corrupt[corrupt.length - 1] ^= 1;
    fetcher.subscribe(bucket, 0);
    assertThat(read(bucket, 10)).hasSize(10);
    assertThatThrownBy(() -> fetcher.poll(LONG)).isInstanceOf(FetchException.class);
    assertThatThrownBy(() -> fetcher.poll(LONG)).isInstanceOf(FetchException.class);
    fetcher.subscribe(bucket, 20);
    cluster.append(bucket, batch(20));
    assertThat(offsets(read(bucket, 10))).startsWith(20L);
  }

  @Test
  void checksumsAreOptional() {
    start(null, "client.scanner.log.check-crc", "false");
    byte[] corrupt = batch(0);
    cluster.append(bucket, corrupt);
    ByteBuffer.wrap(corrupt).putInt(21, 0);
    assertThat(LogBatchHeader.isValid(ByteBuffer.wrap(corrupt), 0, corrupt.length)).isFalse();
    fetcher.subscribe(bucket, 0);
    assertThat(fetcher.poll(LONG)).isNotEmpty();
  }

  @Test
  void theRowsOfAnUpdateStayTogether() {
    start(null, "client.scanner.log.max-poll-records", "2");
    cluster.append(
        bucket, batch(0, ChangeType.INSERT, ChangeType.UPDATE_BEFORE, ChangeType.UPDATE_AFTER));
    fetcher.subscribe(bucket, 0);
    assertThat(fetcher.poll(LONG).get(bucket)).hasSize(1);
    List<ScanRecord> update = fetcher.poll(LONG).get(bucket);
    assertThat(update).hasSize(2);
    assertThat(update.get(0).getChangeType()).isEqualTo(ChangeType.UPDATE_BEFORE);
  }

  @Test
  void projectionIsPushedDownInAscendingOrder() {
    start(new int[] {1, 0});
    cluster.append(bucket, batch(0));
    fetcher.subscribe(bucket, 0);
    fetcher.sendFetches();
    PbFetchLogReqForTable sent =
        ((FetchLogRequest) cluster.sent(ApiKeys.FETCH_LOG).get(0).request).getTablesReqAt(0);
    assertThat(sent.getProjectionPushdownEnabled()).isTrue();
    assertThat(sent.getProjectedFieldsArray()).containsExactly(0, 1);
    ScanRecord first = read(bucket, 10).get(0);
    assertThat(first.getRow().getString(0).toString()).isEqualTo("n0");
    assertThat(first.getRow().getInt(1)).isZero();
  }

  @Test
  void projectedBatchesAreReadInSpiteOfTheirChecksum() throws Exception {
    start(new int[] {0});
    byte[] stored = batch(0);
    cluster.append(bucket, stored);
    RowType type = table.getRowType();
    ByteArrayOutputStream projected = new ByteArrayOutputStream();
    new ArrowProjection(new int[] {0}, type, id -> type)
        .project(BatchSource.of(ByteBuffer.wrap(stored)), 0, stored.length, Integer.MAX_VALUE)
        .forEach(
            new ProjectedBatches.Visitor() {
              @Override
              public void bytes(byte[] bytes, int offset, int length) {
                projected.write(bytes, offset, length);
              }

              @Override
              public void region(long position, int length) {
                projected.write(stored, (int) position, length);
              }
            });
    ByteBuffer bytes = ByteBuffer.wrap(projected.toByteArray());
    assertThat(LogBatchHeader.isValid(bytes, 0, bytes.remaining())).isFalse();
    answerOnce(bytes.array());
    fetcher.subscribe(bucket, 0);
    assertThat(read(bucket, 10).get(9).getRow().getInt(0)).isEqualTo(9);
  }

  @Test
  void aBatchThatIsNotWholeIsFetchedAgain() {
    start(null);
    byte[] first = batch(0);
    byte[] second = batch(10);
    cluster.append(bucket, first);
    cluster.append(bucket, second);
    byte[] cut = Arrays.copyOf(first, first.length + second.length - 1);
    System.arraycopy(second, 0, cut, first.length, second.length - 1);
    answerOnce(cut);
    fetcher.subscribe(bucket, 0);
    assertThat(offsets(read(bucket, 20))).isSorted().doesNotHaveDuplicates().endsWith(19L);
  }

  private void answerOnce(byte[] records) {
    cluster.intercept(
        ApiKeys.FETCH_LOG,
        request -> {
          cluster.serve(ApiKeys.FETCH_LOG);
          FetchLogResponse answer = new FetchLogResponse();
          answer
              .addTablesResp()
              .setTableId(table.getTableId())
              .addBucketsResp()
              .setBucketId(0)
              .setHighWatermark(20)
              .setLogStartOffset(0)
              .setRecords(records);
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
  }

  @Test
  void dataOfABucketNobodyWantsAnyMoreIsDropped() {
    start(null);
    cluster.append(bucket, batch(0));
    cluster.append(other, batch(100));
    fetcher.subscribe(bucket, 0);
    fetcher.sendFetches();
    fetcher.unsubscribe(bucket);
    fetcher.subscribe(other, 0);
    List<ScanRecord> records = new ArrayList<>();
    while (records.size() < 10) {
      Map<TableBucket, List<ScanRecord>> polled = fetcher.poll(LONG);
      assertThat(polled).containsOnlyKeys(other);
      records.addAll(polled.get(other));
    }
  }

  @Test
  void aBucketThatIsGoneDoesNotKeepOthersAway() {
    start(null);
    cluster.append(other, batch(0));
    cluster.intercept(
        ApiKeys.FETCH_LOG,
        request -> {
          FetchLogResponse answer = cluster.fetch((FetchLogRequest) request);
          if (answer == null) {
            return null;
          }
          answer
              .getTablesRespAt(0)
              .getBucketsRespList()
              .forEach(
                  entry -> {
                    if (entry.getBucketId() == 0) {
                      entry.clearRecords();
                      entry.setErrorCode(Errors.UNKNOWN_TABLE_OR_BUCKET_EXCEPTION.code());
                    }
                  });
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
    fetcher.subscribe(bucket, 0);
    fetcher.subscribe(other, 0);
    assertThat(read(other, 10)).hasSize(10);
  }

  // ---- segments that only the remote storage has

  private void writeSegment(String id, long firstOffset, byte[]... batches) throws IOException {
    Path directory = Files.createDirectories(dir.resolve("tablet").resolve(id));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long next = firstOffset;
    for (byte[] batch : batches) {
      LogBatchHeader.stamp(ByteBuffer.wrap(batch), 0, next, 500);
      next = LogBatchHeader.nextOffset(ByteBuffer.wrap(batch), 0);
      bytes.write(batch);
    }
    Files.write(directory.resolve(String.format("%020d.log", firstOffset)), bytes.toByteArray());
  }

  /** Everything below the offset is remote, in segments of 20 records. */
  private void answerRemoteBelow(long offset) {
    cluster.intercept(
        ApiKeys.FETCH_LOG,
        message -> {
          long from =
              ((FetchLogRequest) message).getTablesReqAt(0).getBucketsReqAt(0).getFetchOffset();
          if (from >= offset) {
            return null;
          }
          FetchLogResponse answer = new FetchLogResponse();
          PbRemoteLogFetchInfo remote =
              answer
                  .addTablesResp()
                  .setTableId(table.getTableId())
                  .addBucketsResp()
                  .setBucketId(0)
                  .setHighWatermark(offset)
                  .setLogStartOffset(offset)
                  .setRemoteLogFetchInfo()
                  .setRemoteLogTabletDir(dir.resolve("tablet").toUri().toString())
                  .setFirstStartPos(0);
          for (long start = from / 20 * 20; start < offset; start += 20) {
            remote
                .addRemoteLogSegments()
                .setRemoteLogSegmentId("segment-" + start)
                .setRemoteLogStartOffset(start)
                .setRemoteLogEndOffset(start + 20)
                .setSegmentSizeInBytes(1)
                .setMaxTimestamp(start);
          }
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
  }

  /** Remote first, then local; at most one file at a time on the disk, and none afterwards. */
  @Test
  void remoteSegmentsAreReadBeforeTheLocalLog() throws Exception {
    for (int i = 0; i < 10; i++) {
      cluster.append(bucket, batch(10 * i));
    }
    int remote = 80;
    for (int i = 0; i < remote; i += 20) {
      writeSegment("segment-" + i, i, batch(i), batch(i + 10));
    }
    answerRemoteBelow(remote);
    Path local = dir.resolve("local");
    start(
        null,
        "client.scanner.remote-log.prefetch-num",
        "1",
        "client.scanner.io.tmpdir",
        local.toString());
    fetcher.subscribe(bucket, 5);
    List<ScanRecord> records = new ArrayList<>();
    while (records.size() < 95) {
      records.addAll(fetcher.poll(LONG).get(bucket));
      assertThat(files(local)).hasSizeLessThanOrEqualTo(1);
    }
    assertThat(offsets(records))
        .isEqualTo(LongStream.range(5, 100).boxed().collect(Collectors.toList()));
    assertThat(records).allMatch(record -> record.getRow().getInt(0) == record.logOffset());
    fetcher.close();
    assertThat(files(local)).isEmpty();
    try (Stream<Path> left = Files.list(local)) {
      assertThat(left).isEmpty();
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.toString().endsWith(".log")).collect(Collectors.toList());
    }
  }

  @Test
  void aDownloadThatFailsIsTriedAgain() throws Exception {
    writeSegment("segment-0", 0, batch(0), batch(10));
    answerRemoteBelow(20);
    AtomicInteger failures = new AtomicInteger();
    downloader =
        new RemoteFileDownloader(1) {
          @Override
          protected long downloadFile(Path target, FsPath source) throws IOException {
            if (failures.incrementAndGet() <= 2) {
              throw new IOException("away, time " + failures);
            }
            return super.downloadFile(target, source);
          }
        };
    start(null, "client.scanner.io.tmpdir", dir.resolve("local").toString());
    fetcher.subscribe(bucket, 0);
    assertThat(read(bucket, 20)).hasSize(20);
    assertThat(failures).hasValue(3);
  }

  @Test
  void columnsABatchIsTooOldForAreProjectedHere() {
    start(new int[] {1});
    cluster.append(bucket, batch(0));
    answerOnce(Errors.INVALID_COLUMN_PROJECTION);
    fetcher.subscribe(bucket, 0);
    ScanRecord first = read(bucket, 10).get(0);
    assertThat(first.getRow().getFieldCount()).isEqualTo(1);
    assertThat(first.getRow().getString(0).toString()).isEqualTo("n0");
    assertThatThrownBy(() -> start(new int[] {2})).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bucketsTakeTurns() {
    start(null, "client.scanner.log.max-poll-records", "10");
    for (int i = 0; i < 4; i++) {
      cluster.append(bucket, batch(10 * i));
      cluster.append(other, batch(10 * i));
    }
    start(
        null,
        "client.scanner.log.max-poll-records",
        "10",
        "client.scanner.log.fetch.max-bytes-for-bucket",
        "1 bytes");
    fetcher.subscribe(bucket, 0);
    fetcher.subscribe(other, 0);
    List<TableBucket> order = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      order.addAll(fetcher.poll(LONG).keySet());
    }
    assertThat(order.subList(0, 4)).containsAll(Arrays.asList(bucket, other));
  }

  @Test
  void boundedReadingEndsBehindEmptyBatches() {
    for (int i = 0; i < 3; i++) {
      cluster.append(bucket, batch(10 * i));
    }
    cluster.append(bucket, emptyBatch());
    cluster.append(other, batch(100));
    MetadataUpdater metadata = cluster.metadata(new Configuration());
    BoundedLogScanner scanner =
        new BoundedLogScanner(
            new LogScannerImpl(
                new Configuration(),
                table,
                metadata,
                new ClientMetricGroup(NoMetricRegistry.INSTANCE, ""),
                downloader,
                null,
                schemas()));
    scanner.read(bucket, 5, 31);
    scanner.read(other, LogScanner.EARLIEST_OFFSET, 4);
    scanner.read(new TableBucket(table.getTableId(), 7), 3, 3);
    List<Long> offsets = new ArrayList<>();
    List<Long> others = new ArrayList<>();
    while (!scanner.isDone()) {
      Map<TableBucket, List<ScanRecord>> records = scanner.poll(LONG);
      offsets.addAll(offsets(records.getOrDefault(bucket, List.of())));
      others.addAll(offsets(records.getOrDefault(other, List.of())));
    }
    scanner.close();
    assertThat(offsets).isEqualTo(LongStream.range(5, 30).boxed().collect(Collectors.toList()));
    assertThat(others).containsExactly(0L, 1L, 2L, 3L);
    assertThat(scanner.poll(LONG)).isEmpty();
  }
}
