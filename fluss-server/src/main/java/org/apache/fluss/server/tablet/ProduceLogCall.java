// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.messages.PbProduceLogReqForBucket;
import org.apache.fluss.rpc.messages.PbProduceLogRespForBucket;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.server.log.CheckedRecords;
import org.apache.fluss.server.replica.AppendListener;
import org.apache.fluss.server.replica.Replica;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;

/** One request to append to logs: checked by the thread it came in on, appended by lanes. */
final class ProduceLogCall {
  private static final int ALL_REPLICAS = -1;

  private final ProduceLogRequest request;
  private final HostedBuckets buckets;
  private final long[] baseOffsets;
  private final RuntimeException[] errors;
  private final AtomicInteger open;
  private final CompletableFuture<ProduceLogResponse> answer = new CompletableFuture<>();

  ProduceLogCall(ProduceLogRequest request, HostedBuckets buckets) {
    this.request = request;
    this.buckets = buckets;
    int count = request.getBucketsReqCount();
    this.baseOffsets = new long[count];
    this.errors = new RuntimeException[count];
    // One more, so that the answer is not complete before all appends were begun.
    this.open = new AtomicInteger(count + 1);
  }

  CompletableFuture<ProduceLogResponse> start() {
    for (int i = 0; i < baseOffsets.length; i++) {
      Result result = new Result(i);
      try {
        append(request.getBucketsReqAt(i), result);
      } catch (RuntimeException e) {
        result.failed(e);
      } catch (Error e) {
        // The other buckets may be on their lanes, so the request's bytes must stay until all are
        // answered.
        result.failed(new UnknownServerException("The batch could not be taken: " + e, e));
      }
    }
    closed();
    return answer;
  }

  private void append(PbProduceLogReqForBucket bucket, Result result) {
    Replica replica =
        buckets.replica(
            new TableBucket(
                request.getTableId(),
                bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
                bucket.getBucketId()));
    replica.leaderLog();
    replica.append(
        CheckedRecords.check(writable(bucket.getRecordsSlice())),
        request.getAcks() == ALL_REPLICAS,
        request.getTimeoutMs(),
        result);
  }

  /** The bytes where they came in, or a copy if they lie in pieces. */
  private static ByteBuffer writable(ByteBuf records) {
    if (records.nioBufferCount() == 1) {
      ByteBuffer view = records.nioBuffer();
      if (!view.isReadOnly()) {
        return view;
      }
    }
    ByteBuffer copy = ByteBuffer.allocate(records.readableBytes());
    records.getBytes(records.readerIndex(), copy);
    copy.flip();
    return copy;
  }

  private final class Result implements AppendListener {
    private final int index;

    Result(int index) {
      this.index = index;
    }

    @Override
    public void appended(long baseOffset, long endOffset) {
      baseOffsets[index] = baseOffset;
      closed();
    }

    @Override
    public void failed(RuntimeException error) {
      errors[index] = error;
      closed();
    }
  }

  private void closed() {
    if (open.decrementAndGet() > 0) {
      return;
    }
    ProduceLogResponse response = new ProduceLogResponse();
    for (int i = 0; i < baseOffsets.length; i++) {
      PbProduceLogReqForBucket asked = request.getBucketsReqAt(i);
      PbProduceLogRespForBucket out = response.addBucketsResp().setBucketId(asked.getBucketId());
      if (asked.hasPartitionId()) {
        out.setPartitionId(asked.getPartitionId());
      }
      if (errors[i] == null) {
        out.setBaseOffset(baseOffsets[i]);
      } else {
        ApiError.fromThrowable(errors[i]).applyTo(out);
      }
    }
    answer.complete(response);
  }
}
