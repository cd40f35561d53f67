// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import org.apache.fluss.exception.NonPrimaryKeyTableException;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.messages.PbPutKvReqForBucket;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.PutKvRequest;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.netty.server.Session;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.server.kv.CheckedKvRecords;
import org.apache.fluss.server.kv.KvPut;
import org.apache.fluss.server.replica.AppendListener;
import org.apache.fluss.server.replica.Replica;

/** One request to put into primary-key tables. */
final class PutKvCall extends WriteCall<PutKvResponse> {
  private final PutKvRequest request;
  private final HostedBuckets buckets;
  private final boolean replicated;
  private final int[] targetColumns;
  private final MergeMode mode;
  private final short apiVersion = Session.current().apiVersion();

  PutKvCall(PutKvRequest request, HostedBuckets buckets) {
    super(request.getBucketsReqCount());
    this.request = request;
    this.buckets = buckets;
    this.replicated = isReplicated(request.getAcks());
    this.targetColumns = request.getTargetColumnsArray();
    this.mode =
        request.hasAggMode() ? MergeMode.fromProtoValue(request.getAggMode()) : MergeMode.DEFAULT;
  }

  @Override
  void begin(int index, AppendListener result) {
    PbPutKvReqForBucket bucket = request.getBucketsReqAt(index);
    Replica replica =
        buckets.replica(
            new TableBucket(
                request.getTableId(),
                bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
                bucket.getBucketId()));
    try {
      replica.leaderStore();
    } catch (NonPrimaryKeyTableException e) {
      // The number that clients of the released version get for this.
      throw new UnknownServerException(e.getMessage(), e);
    }
    KeyVersions.ensureKnown(replica.table(), apiVersion);
    CheckedKvRecords records = CheckedKvRecords.check(writable(bucket.getRecordsSlice()));
    replica.put(
        new KvPut(records, targetColumns, mode), replicated, request.getTimeoutMs(), result);
  }

  @Override
  PutKvResponse answer() {
    PutKvResponse response = new PutKvResponse();
    for (int i = 0; i < request.getBucketsReqCount(); i++) {
      PbPutKvReqForBucket asked = request.getBucketsReqAt(i);
      PbPutKvRespForBucket out = response.addBucketsResp().setBucketId(asked.getBucketId());
      if (asked.hasPartitionId()) {
        out.setPartitionId(asked.getPartitionId());
      }
      if (error(i) == null) {
        out.setLogEndOffset(endOffset(i));
      } else {
        ApiError.fromThrowable(error(i)).applyTo(out);
      }
    }
    return response;
  }
}
