// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.gateway;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.rpc.messages.AdjustIsrRequest;
import org.apache.fluss.rpc.messages.AdjustIsrResponse;
import org.apache.fluss.rpc.messages.CommitKvSnapshotRequest;
import org.apache.fluss.rpc.messages.CommitKvSnapshotResponse;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotResponse;
import org.apache.fluss.rpc.messages.CommitRemoteLogManifestRequest;
import org.apache.fluss.rpc.messages.CommitRemoteLogManifestResponse;
import org.apache.fluss.rpc.messages.ControlledShutdownRequest;
import org.apache.fluss.rpc.messages.ControlledShutdownResponse;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatRequest;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatResponse;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.RPC;

/** All calls a coordinator answers. */
public interface CoordinatorGateway extends AdminGateway {

  @RPC(api = ApiKeys.ADJUST_ISR)
  default CompletableFuture<AdjustIsrResponse> adjustIsr(AdjustIsrRequest request) {
    return Unserved.answer(ApiKeys.ADJUST_ISR);
  }

  @RPC(api = ApiKeys.COMMIT_KV_SNAPSHOT)
  default CompletableFuture<CommitKvSnapshotResponse> commitKvSnapshot(
      CommitKvSnapshotRequest request) {
    return Unserved.answer(ApiKeys.COMMIT_KV_SNAPSHOT);
  }

  @RPC(api = ApiKeys.COMMIT_REMOTE_LOG_MANIFEST)
  default CompletableFuture<CommitRemoteLogManifestResponse> commitRemoteLogManifest(
      CommitRemoteLogManifestRequest request) {
    return Unserved.answer(ApiKeys.COMMIT_REMOTE_LOG_MANIFEST);
  }

  @RPC(api = ApiKeys.COMMIT_LAKE_TABLE_SNAPSHOT)
  default CompletableFuture<CommitLakeTableSnapshotResponse> commitLakeTableSnapshot(
      CommitLakeTableSnapshotRequest request) {
    return Unserved.answer(ApiKeys.COMMIT_LAKE_TABLE_SNAPSHOT);
  }

  @RPC(api = ApiKeys.LAKE_TIERING_HEARTBEAT)
  default CompletableFuture<LakeTieringHeartbeatResponse> lakeTieringHeartbeat(
      LakeTieringHeartbeatRequest request) {
    return Unserved.answer(ApiKeys.LAKE_TIERING_HEARTBEAT);
  }

  @RPC(api = ApiKeys.CONTROLLED_SHUTDOWN)
  default CompletableFuture<ControlledShutdownResponse> controlledShutdown(
      ControlledShutdownRequest request) {
    return Unserved.answer(ApiKeys.CONTROLLED_SHUTDOWN);
  }

  @RPC(api = ApiKeys.PREPARE_LAKE_TABLE_SNAPSHOT)
  default CompletableFuture<PrepareLakeTableSnapshotResponse> prepareLakeTableSnapshot(
      PrepareLakeTableSnapshotRequest request) {
    return Unserved.answer(ApiKeys.PREPARE_LAKE_TABLE_SNAPSHOT);
  }
}
