// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.gateway;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.GetTableStatsRequest;
import org.apache.fluss.rpc.messages.GetTableStatsResponse;
import org.apache.fluss.rpc.messages.InitWriterRequest;
import org.apache.fluss.rpc.messages.InitWriterResponse;
import org.apache.fluss.rpc.messages.LimitScanRequest;
import org.apache.fluss.rpc.messages.LimitScanResponse;
import org.apache.fluss.rpc.messages.ListOffsetsRequest;
import org.apache.fluss.rpc.messages.ListOffsetsResponse;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.LookupResponse;
import org.apache.fluss.rpc.messages.NotifyKvSnapshotOffsetRequest;
import org.apache.fluss.rpc.messages.NotifyKvSnapshotOffsetResponse;
import org.apache.fluss.rpc.messages.NotifyLakeTableOffsetRequest;
import org.apache.fluss.rpc.messages.NotifyLakeTableOffsetResponse;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrRequest;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrResponse;
import org.apache.fluss.rpc.messages.NotifyRemoteLogOffsetsRequest;
import org.apache.fluss.rpc.messages.NotifyRemoteLogOffsetsResponse;
import org.apache.fluss.rpc.messages.PrefixLookupRequest;
import org.apache.fluss.rpc.messages.PrefixLookupResponse;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.messages.PutKvRequest;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.messages.StopReplicaRequest;
import org.apache.fluss.rpc.messages.StopReplicaResponse;
import org.apache.fluss.rpc.messages.UpdateMetadataRequest;
import org.apache.fluss.rpc.messages.UpdateMetadataResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.RPC;

/** All calls a tablet server answers. */
public interface TabletServerGateway extends AdminReadOnlyGateway {

  @RPC(api = ApiKeys.UPDATE_METADATA)
  default CompletableFuture<UpdateMetadataResponse> updateMetadata(UpdateMetadataRequest request) {
    return Unserved.answer(ApiKeys.UPDATE_METADATA);
  }

  @RPC(api = ApiKeys.PRODUCE_LOG)
  default CompletableFuture<ProduceLogResponse> produceLog(ProduceLogRequest request) {
    return Unserved.answer(ApiKeys.PRODUCE_LOG);
  }

  @RPC(api = ApiKeys.FETCH_LOG)
  default CompletableFuture<FetchLogResponse> fetchLog(FetchLogRequest request) {
    return Unserved.answer(ApiKeys.FETCH_LOG);
  }

  @RPC(api = ApiKeys.PUT_KV)
  default CompletableFuture<PutKvResponse> putKv(PutKvRequest request) {
    return Unserved.answer(ApiKeys.PUT_KV);
  }

  @RPC(api = ApiKeys.LOOKUP)
  default CompletableFuture<LookupResponse> lookup(LookupRequest request) {
    return Unserved.answer(ApiKeys.LOOKUP);
  }

  @RPC(api = ApiKeys.NOTIFY_LEADER_AND_ISR)
  default CompletableFuture<NotifyLeaderAndIsrResponse> notifyLeaderAndIsr(
      NotifyLeaderAndIsrRequest request) {
    return Unserved.answer(ApiKeys.NOTIFY_LEADER_AND_ISR);
  }

  @RPC(api = ApiKeys.STOP_REPLICA)
  default CompletableFuture<StopReplicaResponse> stopReplica(StopReplicaRequest request) {
    return Unserved.answer(ApiKeys.STOP_REPLICA);
  }

  @RPC(api = ApiKeys.LIST_OFFSETS)
  default CompletableFuture<ListOffsetsResponse> listOffsets(ListOffsetsRequest request) {
    return Unserved.answer(ApiKeys.LIST_OFFSETS);
  }

  @RPC(api = ApiKeys.INIT_WRITER)
  default CompletableFuture<InitWriterResponse> initWriter(InitWriterRequest request) {
    return Unserved.answer(ApiKeys.INIT_WRITER);
  }

  @RPC(api = ApiKeys.NOTIFY_REMOTE_LOG_OFFSETS)
  default CompletableFuture<NotifyRemoteLogOffsetsResponse> notifyRemoteLogOffsets(
      NotifyRemoteLogOffsetsRequest request) {
    return Unserved.answer(ApiKeys.NOTIFY_REMOTE_LOG_OFFSETS);
  }

  @RPC(api = ApiKeys.NOTIFY_KV_SNAPSHOT_OFFSET)
  default CompletableFuture<NotifyKvSnapshotOffsetResponse> notifyKvSnapshotOffset(
      NotifyKvSnapshotOffsetRequest request) {
    return Unserved.answer(ApiKeys.NOTIFY_KV_SNAPSHOT_OFFSET);
  }

  @RPC(api = ApiKeys.NOTIFY_LAKE_TABLE_OFFSET)
  default CompletableFuture<NotifyLakeTableOffsetResponse> notifyLakeTableOffset(
      NotifyLakeTableOffsetRequest request) {
    return Unserved.answer(ApiKeys.NOTIFY_LAKE_TABLE_OFFSET);
  }

  @RPC(api = ApiKeys.LIMIT_SCAN)
  default CompletableFuture<LimitScanResponse> limitScan(LimitScanRequest request) {
    return Unserved.answer(ApiKeys.LIMIT_SCAN);
  }

  @RPC(api = ApiKeys.PREFIX_LOOKUP)
  default CompletableFuture<PrefixLookupResponse> prefixLookup(PrefixLookupRequest request) {
    return Unserved.answer(ApiKeys.PREFIX_LOOKUP);
  }

  @RPC(api = ApiKeys.GET_TABLE_STATS)
  default CompletableFuture<GetTableStatsResponse> getTableStats(GetTableStatsRequest request) {
    return Unserved.answer(ApiKeys.GET_TABLE_STATS);
  }
}
