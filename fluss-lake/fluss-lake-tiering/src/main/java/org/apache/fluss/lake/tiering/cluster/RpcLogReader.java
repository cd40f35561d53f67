// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.LogOffsetOutOfRangeException;
import org.apache.fluss.exception.RetriableException;
import org.apache.fluss.lake.tiering.engine.LogReader;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.LogRecordBatch;
import org.apache.fluss.record.MemoryLogRecords;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.PbFetchLogReqForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogRespForBucket;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.ApiKeys;

/** Fetches the log of a bucket from its leader, one fetch ahead of its user. */
final class RpcLogReader implements LogReader {
  private static final int CLIENT = -1;
  private static final int FETCH_BYTES = 8 << 20;
  private static final int WAIT_MS = 500;

  /** Fetches in a row that may fail or bring nothing. */
  private static final int ATTEMPTS = 60;

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Servers servers;
  private final TableInfo table;
  private final TableBucket bucket;
  private final long toOffset;
  private long nextOffset;
  private CompletableFuture<ApiMessage> ahead;

  RpcLogReader(
      Servers servers, TableInfo table, TableBucket bucket, long fromOffset, long toOffset) {
    this.servers = servers;
    this.table = table;
    this.bucket = bucket;
    this.nextOffset = fromOffset;
    this.toOffset = toOffset;
  }

  @Override
  public List<LogRecordBatch> next() {
    RuntimeException failure = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        List<LogRecordBatch> batches = fetch();
        if (!batches.isEmpty()) {
          return batches;
        }
        failure = null;
      } catch (RetriableException e) {
        failure = e;
        servers.forgetLeader(bucket);
        servers.pause(PAUSE);
      }
    }
    throw new FlussRuntimeException(
        "Bucket "
            + bucket
            + " of "
            + table.getTablePath()
            + " gave nothing from offset "
            + nextOffset
            + " on, though it reached "
            + toOffset
            + " before.",
        failure);
  }

  private List<LogRecordBatch> fetch() {
    CompletableFuture<ApiMessage> answer = ahead == null ? send() : ahead;
    ahead = null;
    PbFetchLogRespForBucket found = only((FetchLogResponse) Servers.await(answer));
    ApiException failure = ApiError.fromErrorMessage(found).exception();
    if (failure instanceof LogOffsetOutOfRangeException) {
      throw new FlussRuntimeException(
          "The log of bucket "
              + bucket
              + " of "
              + table.getTablePath()
              + " does not hold offset "
              + nextOffset
              + " any more: rows were removed by 'table.log.ttl' before they were tiered.",
          failure);
    }
    if (failure != null) {
      throw failure;
    }
    if (found.hasRemoteLogFetchInfo()) {
      throw new FlussRuntimeException(
          "Offset "
              + nextOffset
              + " of bucket "
              + bucket
              + " of "
              + table.getTablePath()
              + " is in remote storage, from where this version does not read yet.");
    }
    List<LogRecordBatch> batches = new ArrayList<>();
    if (found.hasRecords()) {
      for (LogRecordBatch batch :
          MemoryLogRecords.pointToByteBuffer(found.getRecordsSlice().nioBuffer()).batches()) {
        batch.ensureValid();
        batches.add(batch);
      }
    }
    if (!batches.isEmpty()) {
      nextOffset = batches.get(batches.size() - 1).nextLogOffset();
      if (nextOffset < toOffset) {
        ahead = send();
      }
    }
    return batches;
  }

  private PbFetchLogRespForBucket only(FetchLogResponse answer) {
    if (answer.getTablesRespCount() != 1 || answer.getTablesRespAt(0).getBucketsRespCount() != 1) {
      throw new FlussRuntimeException("A server answered a fetch of " + bucket + " wrongly.");
    }
    return answer.getTablesRespAt(0).getBucketsRespAt(0);
  }

  private CompletableFuture<ApiMessage> send() {
    FetchLogRequest request =
        new FetchLogRequest()
            .setFollowerServerId(CLIENT)
            .setMaxBytes(FETCH_BYTES)
            .setMinBytes(1)
            .setMaxWaitMs(WAIT_MS);
    PbFetchLogReqForBucket wanted =
        request
            .addTablesReq()
            .setTableId(bucket.getTableId())
            .setProjectionPushdownEnabled(false)
            .addBucketsReq()
            .setBucketId(bucket.getBucket())
            .setFetchOffset(nextOffset)
            .setMaxFetchBytes(FETCH_BYTES);
    if (bucket.getPartitionId() != null) {
      wanted.setPartitionId(bucket.getPartitionId());
    }
    try {
      return servers.send(servers.leader(table, bucket), ApiKeys.FETCH_LOG, request);
    } catch (ApiException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void close() {
    // an answer that is still to come lies on the heap and is dropped
    ahead = null;
  }
}
