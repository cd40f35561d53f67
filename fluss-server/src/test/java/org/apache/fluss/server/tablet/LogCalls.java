// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.ListOffsetsRequest;
import org.apache.fluss.rpc.messages.PbFetchLogReqForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogReqForTable;
import org.apache.fluss.rpc.messages.PbFetchLogRespForBucket;
import org.apache.fluss.rpc.messages.PbListOffsetsRespForBucket;
import org.apache.fluss.rpc.messages.PbProduceLogReqForBucket;
import org.apache.fluss.rpc.messages.PbProduceLogRespForBucket;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.log.Batches;

/** Calls about one bucket at a time, and their answers in short. */
final class LogCalls {
  static final int TIMEOUT_SECONDS = 30;

  private final TabletServerGateway server;

  LogCalls(TabletServerGateway server) {
    this.server = server;
  }

  /** What a server said about one bucket: an offset or an error. */
  static final class Answer {
    final long offset;
    final int error;
    final String message;

    private Answer(long offset, int error, String message) {
      this.offset = offset;
      this.error = error;
      this.message = message;
    }

    @Override
    public String toString() {
      return error == 0 ? "offset " + offset : "error " + error;
    }
  }

  /** What a fetch found in one bucket. */
  static final class Fetched {
    final int error;
    final long highWatermark;
    final byte[] records;

    Fetched(PbFetchLogRespForBucket answer) {
      error = answer.hasErrorCode() ? answer.getErrorCode() : 0;
      highWatermark = answer.hasHighWatermark() ? answer.getHighWatermark() : -1;
      records = answer.hasRecords() ? answer.getRecords() : new byte[0];
    }

    /** Base offset of the first batch, -1 if there is none. */
    long firstOffset() {
      return records.length == 0 ? -1 : Batches.ranges(ByteBuffer.wrap(records)).get(0)[0];
    }

    @Override
    public String toString() {
      return error == 0
          ? "hw " + highWatermark + " bytes " + records.length + " first " + firstOffset()
          : "error " + error;
    }
  }

  CompletableFuture<ProduceLogResponse> send(
      TableBucket bucket, int acks, int timeoutMs, ByteBuffer records) {
    ProduceLogRequest request =
        new ProduceLogRequest()
            .setAcks(acks)
            .setTableId(bucket.getTableId())
            .setTimeoutMs(timeoutMs);
    byte[] bytes = new byte[records.remaining()];
    records.duplicate().get(bytes);
    PbProduceLogReqForBucket out =
        request.addBucketsReq().setBucketId(bucket.getBucket()).setRecords(bytes);
    if (bucket.getPartitionId() != null) {
      out.setPartitionId(bucket.getPartitionId());
    }
    return server.produceLog(request);
  }

  Answer produce(TableBucket bucket, int acks, ByteBuffer... batches) {
    return answer(
        get(send(bucket, acks, TIMEOUT_SECONDS * 1000, Batches.join(batches))).getBucketsRespAt(0));
  }

  static Answer answer(PbProduceLogRespForBucket answer) {
    return new Answer(
        answer.hasBaseOffset() ? answer.getBaseOffset() : -1,
        answer.hasErrorCode() ? answer.getErrorCode() : 0,
        answer.hasErrorMessage() ? answer.getErrorMessage() : null);
  }

  static FetchLogRequest fetchRequest(TableBucket bucket, long offset, int maxBytes) {
    FetchLogRequest request = new FetchLogRequest().setFollowerServerId(-1).setMaxBytes(maxBytes);
    PbFetchLogReqForTable table =
        request.addTablesReq().setTableId(bucket.getTableId()).setProjectionPushdownEnabled(false);
    PbFetchLogReqForBucket out =
        table
            .addBucketsReq()
            .setBucketId(bucket.getBucket())
            .setFetchOffset(offset)
            .setMaxFetchBytes(maxBytes);
    if (bucket.getPartitionId() != null) {
      out.setPartitionId(bucket.getPartitionId());
    }
    return request;
  }

  Fetched fetch(TableBucket bucket, long offset) {
    return fetch(fetchRequest(bucket, offset, 1 << 24));
  }

  Fetched fetch(FetchLogRequest request) {
    return fetched(get(server.fetchLog(request)));
  }

  CompletableFuture<Fetched> fetchLater(FetchLogRequest request) {
    return server.fetchLog(request).thenApply(LogCalls::fetched);
  }

  private static Fetched fetched(FetchLogResponse response) {
    assertThat(response.getTablesRespCount()).isEqualTo(1);
    Fetched fetched = new Fetched(response.getTablesRespAt(0).getBucketsRespAt(0));
    response.discard();
    response.releaseBuffer();
    return fetched;
  }

  /** All of a log up to the high watermark, fetch by fetch. */
  byte[] readAll(TableBucket bucket, long from) {
    ByteBuffer all = ByteBuffer.allocate(1 << 24);
    for (long offset = from; ; ) {
      Fetched part = fetch(bucket, offset);
      assertThat(part.error).isZero();
      java.util.List<long[]> ranges = Batches.ranges(ByteBuffer.wrap(part.records));
      if (ranges.isEmpty()) {
        byte[] read = new byte[all.position()];
        all.flip();
        all.get(read);
        return read;
      }
      all.put(part.records);
      offset = ranges.get(ranges.size() - 1)[1] + 1;
    }
  }

  Answer offset(TableBucket bucket, int type, Long timestamp) {
    ListOffsetsRequest request =
        new ListOffsetsRequest()
            .setFollowerServerId(-1)
            .setOffsetType(type)
            .setTableId(bucket.getTableId())
            .addBucketId(bucket.getBucket());
    if (bucket.getPartitionId() != null) {
      request.setPartitionId(bucket.getPartitionId());
    }
    if (timestamp != null) {
      request.setStartTimestamp(timestamp);
    }
    PbListOffsetsRespForBucket answer = get(server.listOffsets(request)).getBucketsRespAt(0);
    return new Answer(
        answer.hasOffset() ? answer.getOffset() : -1,
        answer.hasErrorCode() ? answer.getErrorCode() : 0,
        answer.hasErrorMessage() ? answer.getErrorMessage() : null);
  }

  static <T> T get(Future<T> future) {
    try {
      return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = Errors.unwrap(e);
      if (cause instanceof RuntimeException) {
        throw (RuntimeException) cause;
      }
      throw new AssertionError(cause);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static void awaitTrue(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Not within " + TIMEOUT_SECONDS + " s: " + what);
      }
      Thread.onSpinWait();
    }
  }
}
