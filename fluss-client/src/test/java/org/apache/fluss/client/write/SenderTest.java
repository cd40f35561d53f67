// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.client.admin.FlussAdmin;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.metrics.WriterMetricGroup;
import org.apache.fluss.client.testutils.FakeCluster;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthorizationException;
import org.apache.fluss.exception.NotEnoughReplicasException;
import org.apache.fluss.exception.RecordTooLargeException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.exception.UnknownWriterIdException;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metrics.registry.NoMetricRegistry;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.encode.KeyEncoder;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.PbTableMetadata;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.messages.PutKvRequest;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;

/** When batches are sent, in which order, and what becomes of them. No thread, no network. */
class SenderTest {
  private static final long MILLISECOND = 1_000_000;

  private final FakeCluster cluster = new FakeCluster();
  private final ManualClock clock = new ManualClock();
  private final Configuration conf = new Configuration();
  private TableInfo table;
  private RecordAccumulator accumulator;
  private Sender sender;

  private void start(String... options) {
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    conf.setString("bootstrap.servers", "localhost:1");
    if (table == null) {
      table = cluster.createTable(Tables.LOG, Tables.log(1));
    }
    MetadataUpdater metadata = cluster.metadata(conf);
    WriteLimits limits = new WriteLimits(conf);
    accumulator = new RecordAccumulator(limits, metadata, clock, () -> {});
    sender =
        new Sender(
            limits,
            accumulator,
            metadata,
            new WriterMetricGroup(new ClientMetricGroup(NoMetricRegistry.INSTANCE, "")),
            clock,
            new PartitionCreator(new FlussAdmin(cluster, metadata), accumulator),
            () -> {});
  }

  private CompletableFuture<String> append(int id) throws Exception {
    WriteRecord record =
        WriteRecord.forAppend(
            table,
            PhysicalTablePath.of(table.getTablePath()),
            Tables.row(id, "n" + id),
            null,
            null);
    return accumulator.append(record, (bucket, offset) -> "done");
  }

  /** Appends a record and has its batch sent. */
  private CompletableFuture<String> send(int id) throws Exception {
    CompletableFuture<String> future = append(id);
    assertThatThrownBy(() -> future.get(0, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    run();
    return future;
  }

  private void run() {
    for (int i = 0; i < 100 && sender.runOnce() == 0; i++) {
      // sends what does not fit one request
    }
  }

  private void runLater(Duration time) {
    clock.advanceTime(time);
    run();
  }

  private List<FakeCluster.Sent> produced() {
    return cluster.sent(ApiKeys.PRODUCE_LOG);
  }

  private int sequence(int request) {
    return LogBatchHeader.batchSequence(bytes(request), 0);
  }

  private ByteBuffer bytes(int request) {
    return ByteBuffer.wrap(
        ((ProduceLogRequest) produced().get(request).request).getBucketsReqAt(0).getRecords());
  }

  private void acknowledge(int request) {
    FakeCluster.Sent sent = produced().get(request);
    sent.answer.complete(cluster.produce((ProduceLogRequest) sent.request));
  }

  private void refuse(int request, Errors error) {
    ProduceLogResponse answer = new ProduceLogResponse();
    answer.addBucketsResp().setBucketId(0).setErrorCode(error.code());
    produced().get(request).answer.complete(answer);
  }

  private static Throwable failure(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    try {
      future.join();
    } catch (RuntimeException e) {
      return e.getCause();
    }
    throw new AssertionError();
  }

  @Test
  void aLoneRecordIsSentWhenNobodyAddsToItsBatch() throws Exception {
    start();
    append(1);
    run();
    assertThat(produced()).isEmpty();
    append(2);
    runLater(Duration.ofMillis(1));
    assertThat(produced()).as("a record came meanwhile").isEmpty();
    runLater(Duration.ofMillis(1));
    assertThat(produced()).hasSize(1);
    assertThat(LogBatchHeader.recordCount(bytes(0), 0)).isEqualTo(2);
  }

  @Test
  void aBatchLingersWhileAnotherIsInFlight() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    send(1);
    append(2);
    runLater(Duration.ofMillis(50));
    assertThat(produced()).hasSize(1);
    runLater(Duration.ofMillis(50));
    assertThat(produced()).hasSize(2);
  }

  @Test
  void noLingerWithoutTimeout() throws Exception {
    start("client.writer.batch-timeout", "0ms");
    run();
    append(1);
    run();
    assertThat(produced()).hasSize(1);
  }

  @Test
  void whoWaitsForARecordHasItSent() throws Exception {
    start();
    CompletableFuture<String> future = send(1);
    assertThat(produced()).hasSize(1);
    assertThat(future).isCompletedWithValue("done");
  }

  @Test
  void flushSendsAndWaits() throws Exception {
    start();
    CompletableFuture<String> future = append(1);
    CompletableFuture<Void> flush =
        CompletableFuture.runAsync(
            () -> {
              try {
                accumulator.flush();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    while (!flush.isDone()) {
      run();
    }
    flush.get();
    assertThat(future).isDone();
  }

  @Test
  void fullBatchesGoAtOnce() throws Exception {
    start("client.writer.batch-size", "4kb", "client.writer.buffer.page-size", "1kb");
    for (int i = 0; i < 2000; i++) {
      append(i);
    }
    run();
    assertThat(produced()).hasSizeGreaterThan(1);
    for (int i = 0; i < produced().size(); i++) {
      assertThat(sequence(i)).isEqualTo(i);
    }
  }

  @Test
  void fiveBatchesInFlightThenOneAtATime() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    for (int i = 0; i < 6; i++) {
      send(i);
    }
    assertThat(produced()).hasSize(5);
    acknowledge(0);
    run();
    assertThat(produced()).hasSize(6);
    assertThat(sequence(5)).isEqualTo(5);
  }

  @Test
  void batchesAreSentAgainInTheirOrder() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    List<CompletableFuture<String>> futures = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      futures.add(send(i));
    }
    refuse(0, Errors.NOT_ENOUGH_REPLICAS_EXCEPTION);
    refuse(1, Errors.OUT_OF_ORDER_SEQUENCE_EXCEPTION);
    refuse(2, Errors.OUT_OF_ORDER_SEQUENCE_EXCEPTION);
    for (int i = 0; i < 3; i++) {
      runLater(Duration.ofSeconds(2));
      assertThat(produced()).hasSize(4 + i);
      assertThat(sequence(3 + i)).isEqualTo(i);
      acknowledge(3 + i);
    }
    futures.forEach(future -> assertThat(future).isCompletedWithValue("done"));
  }

  @Test
  void aDuplicateIsASuccess() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> future = send(1);
    refuse(0, Errors.DUPLICATE_SEQUENCE_EXCEPTION);
    assertThat(future).isCompletedWithValue("done");
  }

  @Test
  void aLostAnswerIsNoFailureOnceLaterBatchesAreAcknowledged() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> lost = send(1);
    CompletableFuture<String> later = send(2);
    produced().get(0).answer.completeExceptionally(Errors.REQUEST_TIME_OUT.exception());
    acknowledge(1);
    assertThat(later).isDone();
    runLater(Duration.ofSeconds(2));
    refuse(2, Errors.OUT_OF_ORDER_SEQUENCE_EXCEPTION);
    assertThat(lost).isCompletedWithValue("done");
  }

  @Test
  void laterBatchesMoveUpWhenOneFailsForGood() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> failed = send(1);
    CompletableFuture<String> later = send(2);
    refuse(0, Errors.RECORD_TOO_LARGE_EXCEPTION);
    assertThat(failure(failed)).isInstanceOf(RecordTooLargeException.class);
    refuse(1, Errors.OUT_OF_ORDER_SEQUENCE_EXCEPTION);
    runLater(Duration.ofSeconds(2));
    assertThat(sequence(2)).isZero();
    LogBatchHeader.ensureValid(bytes(2), 0, bytes(2).remaining());
    acknowledge(2);
    assertThat(later).isCompletedWithValue("done");
    cluster.serve(ApiKeys.PRODUCE_LOG);
    send(3);
    assertThat(sequence(3)).isEqualTo(1);
  }

  /** The first batch may be in the log, so the second must not be taken for it. */
  @Test
  void aSequenceThatMayBeWrittenIsNotGivenAgain() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> lost = send(1);
    CompletableFuture<String> later = send(2);
    produced().get(0).answer.completeExceptionally(Errors.REQUEST_TIME_OUT.exception());
    refuse(1, Errors.OUT_OF_ORDER_SEQUENCE_EXCEPTION);
    runLater(Duration.ofSeconds(2));
    assertThat(sequence(2)).isZero();
    refuse(2, Errors.RECORD_TOO_LARGE_EXCEPTION);
    assertThat(failure(lost)).isInstanceOf(RecordTooLargeException.class);
    runLater(Duration.ofSeconds(2));
    assertThat(produced()).hasSize(3);
    assertThat(failure(later)).isInstanceOf(UnknownWriterIdException.class);
  }

  @Test
  void aForgottenWriterIdIsReplaced() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> first = send(1);
    refuse(0, Errors.UNKNOWN_WRITER_ID_EXCEPTION);
    assertThat(failure(first)).isInstanceOf(UnknownWriterIdException.class);
    cluster.serve(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> second = append(2);
    run();
    runLater(Duration.ofSeconds(1));
    assertThat(second).isCompletedWithValue("done");
    assertThat(cluster.sent(ApiKeys.INIT_WRITER)).hasSize(2);
    assertThat(sequence(1)).isZero();
    assertThat(LogBatchHeader.writerId(bytes(1), 0)).isEqualTo(101);
  }

  @Test
  void withoutARightToWriteEverythingFails() throws Exception {
    start();
    cluster.intercept(
        ApiKeys.INIT_WRITER,
        request -> CompletableFuture.failedFuture(Errors.AUTHORIZATION_EXCEPTION.exception()));
    CompletableFuture<String> future = append(1);
    run();
    assertThat(failure(future)).isInstanceOf(AuthorizationException.class);
    assertThat(accumulator.buffer().availableBytes()).isEqualTo(accumulator.buffer().totalBytes());
  }

  @Test
  void whatIsInFlightOutlivesALostRightToWrite() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> forgotten = send(1);
    CompletableFuture<String> inFlight = send(2);
    refuse(0, Errors.UNKNOWN_WRITER_ID_EXCEPTION);
    assertThat(failure(forgotten)).isInstanceOf(UnknownWriterIdException.class);
    long held = accumulator.buffer().availableBytes();
    cluster.intercept(
        ApiKeys.INIT_WRITER,
        request -> CompletableFuture.failedFuture(Errors.AUTHORIZATION_EXCEPTION.exception()));
    CompletableFuture<String> waiting = append(3);
    run();
    assertThat(failure(waiting)).isInstanceOf(AuthorizationException.class);
    assertThat(inFlight).as("its bytes are on the wire").isNotDone();
    assertThat(accumulator.buffer().availableBytes()).isEqualTo(held);
    acknowledge(1);
    assertThat(inFlight).isCompletedWithValue("done");
    assertThat(accumulator.buffer().availableBytes()).isEqualTo(accumulator.buffer().totalBytes());
  }

  @Test
  void callbacksRunOutsideTheMonitorOfTheirQueue() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    BucketQueue queue =
        accumulator
            .table(
                WriteRecord.forAppend(
                    table,
                    PhysicalTablePath.of(table.getTablePath()),
                    Tables.row(0, "n"),
                    null,
                    null))
            .queue(0);
    List<Boolean> locked = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      send(i).whenComplete((done, error) -> locked.add(Thread.holdsLock(queue)));
    }
    acknowledge(0);
    refuse(1, Errors.RECORD_TOO_LARGE_EXCEPTION);
    refuse(2, Errors.DUPLICATE_SEQUENCE_EXCEPTION);
    refuse(3, Errors.RECORD_TOO_LARGE_EXCEPTION);
    assertThat(locked).hasSize(4).containsOnly(false);
  }

  @Test
  void withoutRetriesARetriableErrorIsFinal() throws Exception {
    start("client.writer.retries", "0", "client.writer.enable-idempotence", "false");
    cluster.hold(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> future = send(1);
    refuse(0, Errors.NOT_ENOUGH_REPLICAS_EXCEPTION);
    assertThat(failure(future)).isInstanceOf(NotEnoughReplicasException.class);
    assertThat(LogBatchHeader.writerId(bytes(0), 0)).isEqualTo(-1);
  }

  @Test
  void aLeaderThatMovedIsLookedUpAndTheBatchSentAgain() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    CompletableFuture<String> future = send(1);
    refuse(0, Errors.NOT_LEADER_OR_FOLLOWER);
    cluster.serve(ApiKeys.PRODUCE_LOG);
    runLater(Duration.ofSeconds(2));
    run();
    assertThat(cluster.sent(ApiKeys.GET_METADATA)).hasSize(1);
    assertThat(future).isCompletedWithValue("done");
  }

  @Test
  void aTableWhoseLeaderIsUnknownWaitsForIt() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    AtomicInteger asked = new AtomicInteger();
    CompletableFuture<String> future = send(1);
    cluster.intercept(
        ApiKeys.GET_METADATA,
        request -> {
          if (asked.incrementAndGet() > 2) {
            return null;
          }
          MetadataResponse answer = new MetadataResponse();
          answer.setCoordinatorServer().setNodeId(0).setHost("localhost").setPort(1);
          answer.addTabletServers().setNodeId(FakeCluster.SERVER).setHost("localhost").setPort(2);
          PbTableMetadata known =
              answer
                  .addTableMetadata()
                  .setTableId(table.getTableId())
                  .setSchemaId(table.getSchemaId())
                  .setTableJson(table.toTableDescriptor().toJsonBytes())
                  .setCreatedTime(0)
                  .setModifiedTime(0);
          known
              .setTablePath()
              .setDatabaseName(Tables.LOG.getDatabaseName())
              .setTableName(Tables.LOG.getTableName());
          known.addBucketMetadata().setBucketId(0);
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
    refuse(0, Errors.NOT_LEADER_OR_FOLLOWER);
    cluster.serve(ApiKeys.PRODUCE_LOG);
    for (int i = 0; i < 10 && !future.isDone(); i++) {
      runLater(Duration.ofSeconds(2));
    }
    assertThat(future).isCompletedWithValue("done");
    assertThat(asked.get()).isGreaterThan(2);
  }

  @Test
  void withoutAcknowledgementTheAnswerIsEnough() throws Exception {
    start("client.writer.acks", "0", "client.writer.enable-idempotence", "false");
    assertThat(send(1)).isCompletedWithValue("done");
    assertThat(((ProduceLogRequest) produced().get(0).request).getAcks()).isZero();
  }

  @Test
  void aSchemaTheServerLearnsLaterIsWaitedFor() throws Exception {
    table = cluster.createTable(Tables.KEYED, Tables.keyed(1));
    start();
    AtomicInteger asked = new AtomicInteger();
    cluster.intercept(
        ApiKeys.PUT_KV,
        request -> {
          PutKvResponse answer = new PutKvResponse();
          if (asked.incrementAndGet() < 3) {
            answer.addBucketsResp().setBucketId(0).setErrorCode(Errors.SCHEMA_NOT_EXIST.code());
          } else {
            answer.addBucketsResp().setBucketId(0).setLogEndOffset(7);
          }
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
    CompletableFuture<Long> future = upsert(1, null);
    for (int i = 0; i < 10 && !future.isDone(); i++) {
      runLater(Duration.ofSeconds(2));
    }
    assertThat(future).isCompletedWithValue(7L);
    assertThat(asked).hasValue(3);
  }

  @Test
  void aDroppedTableFailsItsBatches() throws Exception {
    start();
    cluster.hold(ApiKeys.PRODUCE_LOG);
    cluster.intercept(
        ApiKeys.GET_METADATA,
        request -> CompletableFuture.failedFuture(Errors.TABLE_NOT_EXIST.exception()));
    CompletableFuture<String> future = send(1);
    refuse(0, Errors.UNKNOWN_TABLE_OR_BUCKET_EXCEPTION);
    runLater(Duration.ofSeconds(2));
    assertThat(failure(future)).isInstanceOf(TableNotExistException.class);
  }

  @Test
  void writersOfDifferentColumnsShareABucket() throws Exception {
    table = cluster.createTable(Tables.KEYED, Tables.keyed(1));
    start();
    List<int[]> columns = new ArrayList<>();
    cluster.intercept(
        ApiKeys.PUT_KV,
        request -> {
          PutKvRequest put = (PutKvRequest) request;
          columns.add(put.getTargetColumnsArray());
          PutKvResponse answer = new PutKvResponse();
          answer.addBucketsResp().setBucketId(0).setLogEndOffset(columns.size());
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
    CompletableFuture<Long> full = upsert(1, null);
    CompletableFuture<Long> partial = upsert(2, new int[] {0, 1});
    run();
    runLater(Duration.ofMillis(100));
    assertThat(full).isCompletedWithValue(1L);
    assertThat(partial).isCompletedWithValue(2L);
    assertThat(columns.get(1)).containsExactly(0, 1);
  }

  private CompletableFuture<Long> upsert(int id, int[] columns) throws Exception {
    RowEncoder encoder = RowEncoder.create(KvFormat.COMPACTED, table.getRowType());
    encoder.startNewRow();
    encoder.encodeField(0, id);
    encoder.encodeField(1, id);
    encoder.encodeField(2, null);
    CompactedRow row = (CompactedRow) encoder.finishRow();
    byte[] key =
        KeyEncoder.ofPrimaryKeyEncoder(
                table.getRowType(), table.getPhysicalPrimaryKeys(), table.getTableConfig(), false)
            .encodeKey(row);
    WriteRecord record =
        WriteRecord.forKv(
            table,
            PhysicalTablePath.of(table.getTablePath()),
            row,
            same -> row,
            key,
            key,
            columns,
            MergeMode.DEFAULT);
    record.encode();
    return accumulator.append(record, (bucket, offset) -> offset);
  }

  @Test
  void aRecordThatDoesNotFitItsTypeLeavesNothingBehind() throws Exception {
    start();
    WriteRecord wrong =
        WriteRecord.forAppend(
            table,
            PhysicalTablePath.of(table.getTablePath()),
            org.apache.fluss.row.GenericRow.of(1, "no BinaryString"),
            null,
            null);
    assertThatThrownBy(() -> accumulator.append(wrong, (bucket, offset) -> null))
        .isInstanceOf(ClassCastException.class);
    assertThat(accumulator.buffer().availableBytes()).isEqualTo(accumulator.buffer().totalBytes());
    assertThat(send(1)).isCompletedWithValue("done");
  }

  @Test
  void memoryComesBack() throws Exception {
    start();
    for (int i = 0; i < 10; i++) {
      assertThat(send(i).get()).isEqualTo("done");
    }
    assertThat(accumulator.buffer().availableBytes()).isEqualTo(accumulator.buffer().totalBytes());
    assertThat(accumulator.hasIncomplete()).isFalse();
  }
}
