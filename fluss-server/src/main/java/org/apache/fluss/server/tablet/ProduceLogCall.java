// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.messages.PbProduceLogReqForBucket;
import org.apache.fluss.rpc.messages.PbProduceLogRespForBucket;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.server.log.CheckedRecords;
import org.apache.fluss.server.replica.AppendListener;
import org.apache.fluss.server.replica.Replica;

/** One request to append to logs. */
final class ProduceLogCall extends WriteCall<ProduceLogResponse> {
  private final ProduceLogRequest request;
  private final HostedBuckets buckets;
  private final boolean replicated;

  ProduceLogCall(ProduceLogRequest request, HostedBuckets buckets) {
    super(request.getBucketsReqCount());
    this.request = request;
    this.buckets = buckets;
    this.replicated = isReplicated(request.getAcks());
  }

  @Override
  void begin(int index, AppendListener result) {
    PbProduceLogReqForBucket bucket = request.getBucketsReqAt(index);
    Replica replica =
        buckets.replica(
            new TableBucket(
                request.getTableId(),
                bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
                bucket.getBucketId()));
    replica.leaderLog();
    if (replica.table().hasPrimaryKey()) {
      throw new InvalidTableException(
          "Table " + replica.path() + " has a primary key: its log is written by puts only.");
    }
    replica.append(
        CheckedRecords.check(writable(bucket.getRecordsSlice())),
        replicated,
        request.getTimeoutMs(),
        result);
  }

  @Override
  ProduceLogResponse answer() {
    ProduceLogResponse response = new ProduceLogResponse();
    for (int i = 0; i < request.getBucketsReqCount(); i++) {
      PbProduceLogReqForBucket asked = request.getBucketsReqAt(i);
      PbProduceLogRespForBucket out = response.addBucketsResp().setBucketId(asked.getBucketId());
      if (asked.hasPartitionId()) {
        out.setPartitionId(asked.getPartitionId());
      }
      if (error(i) == null) {
        out.setBaseOffset(baseOffset(i));
      } else {
        ApiError.fromThrowable(error(i)).applyTo(out);
      }
    }
    return response;
  }
}
