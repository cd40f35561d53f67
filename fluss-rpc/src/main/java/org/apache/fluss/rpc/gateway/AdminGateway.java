// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.gateway;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.AddServerTagRequest;
import org.apache.fluss.rpc.messages.AddServerTagResponse;
import org.apache.fluss.rpc.messages.AlterClusterConfigsRequest;
import org.apache.fluss.rpc.messages.AlterClusterConfigsResponse;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.AlterTableResponse;
import org.apache.fluss.rpc.messages.CancelRebalanceRequest;
import org.apache.fluss.rpc.messages.CancelRebalanceResponse;
import org.apache.fluss.rpc.messages.CreateAclsRequest;
import org.apache.fluss.rpc.messages.CreateAclsResponse;
import org.apache.fluss.rpc.messages.CreateDatabaseRequest;
import org.apache.fluss.rpc.messages.CreateDatabaseResponse;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.CreatePartitionResponse;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.CreateTableResponse;
import org.apache.fluss.rpc.messages.DeleteProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.DeleteProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.DropAclsRequest;
import org.apache.fluss.rpc.messages.DropAclsResponse;
import org.apache.fluss.rpc.messages.DropDatabaseRequest;
import org.apache.fluss.rpc.messages.DropDatabaseResponse;
import org.apache.fluss.rpc.messages.DropKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.DropKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.DropPartitionRequest;
import org.apache.fluss.rpc.messages.DropPartitionResponse;
import org.apache.fluss.rpc.messages.DropTableRequest;
import org.apache.fluss.rpc.messages.DropTableResponse;
import org.apache.fluss.rpc.messages.GetProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.GetProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.ListRebalanceProgressRequest;
import org.apache.fluss.rpc.messages.ListRebalanceProgressResponse;
import org.apache.fluss.rpc.messages.RebalanceRequest;
import org.apache.fluss.rpc.messages.RebalanceResponse;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.ReleaseKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.ReleaseKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.RemoveServerTagRequest;
import org.apache.fluss.rpc.messages.RemoveServerTagResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.RPC;

/** Calls that change the cluster, answered by the coordinator. */
public interface AdminGateway extends AdminReadOnlyGateway {

  @RPC(api = ApiKeys.CREATE_DATABASE)
  default CompletableFuture<CreateDatabaseResponse> createDatabase(CreateDatabaseRequest request) {
    return Unserved.answer(ApiKeys.CREATE_DATABASE);
  }

  @RPC(api = ApiKeys.DROP_DATABASE)
  default CompletableFuture<DropDatabaseResponse> dropDatabase(DropDatabaseRequest request) {
    return Unserved.answer(ApiKeys.DROP_DATABASE);
  }

  @RPC(api = ApiKeys.CREATE_TABLE)
  default CompletableFuture<CreateTableResponse> createTable(CreateTableRequest request) {
    return Unserved.answer(ApiKeys.CREATE_TABLE);
  }

  @RPC(api = ApiKeys.DROP_TABLE)
  default CompletableFuture<DropTableResponse> dropTable(DropTableRequest request) {
    return Unserved.answer(ApiKeys.DROP_TABLE);
  }

  @RPC(api = ApiKeys.CREATE_PARTITION)
  default CompletableFuture<CreatePartitionResponse> createPartition(
      CreatePartitionRequest request) {
    return Unserved.answer(ApiKeys.CREATE_PARTITION);
  }

  @RPC(api = ApiKeys.DROP_PARTITION)
  default CompletableFuture<DropPartitionResponse> dropPartition(DropPartitionRequest request) {
    return Unserved.answer(ApiKeys.DROP_PARTITION);
  }

  @RPC(api = ApiKeys.CREATE_ACLS)
  default CompletableFuture<CreateAclsResponse> createAcls(CreateAclsRequest request) {
    return Unserved.answer(ApiKeys.CREATE_ACLS);
  }

  @RPC(api = ApiKeys.DROP_ACLS)
  default CompletableFuture<DropAclsResponse> dropAcls(DropAclsRequest request) {
    return Unserved.answer(ApiKeys.DROP_ACLS);
  }

  @RPC(api = ApiKeys.ALTER_TABLE)
  default CompletableFuture<AlterTableResponse> alterTable(AlterTableRequest request) {
    return Unserved.answer(ApiKeys.ALTER_TABLE);
  }

  @RPC(api = ApiKeys.ALTER_CLUSTER_CONFIGS)
  default CompletableFuture<AlterClusterConfigsResponse> alterClusterConfigs(
      AlterClusterConfigsRequest request) {
    return Unserved.answer(ApiKeys.ALTER_CLUSTER_CONFIGS);
  }

  @RPC(api = ApiKeys.ADD_SERVER_TAG)
  default CompletableFuture<AddServerTagResponse> addServerTag(AddServerTagRequest request) {
    return Unserved.answer(ApiKeys.ADD_SERVER_TAG);
  }

  @RPC(api = ApiKeys.REMOVE_SERVER_TAG)
  default CompletableFuture<RemoveServerTagResponse> removeServerTag(
      RemoveServerTagRequest request) {
    return Unserved.answer(ApiKeys.REMOVE_SERVER_TAG);
  }

  @RPC(api = ApiKeys.REBALANCE)
  default CompletableFuture<RebalanceResponse> rebalance(RebalanceRequest request) {
    return Unserved.answer(ApiKeys.REBALANCE);
  }

  @RPC(api = ApiKeys.LIST_REBALANCE_PROGRESS)
  default CompletableFuture<ListRebalanceProgressResponse> listRebalanceProgress(
      ListRebalanceProgressRequest request) {
    return Unserved.answer(ApiKeys.LIST_REBALANCE_PROGRESS);
  }

  @RPC(api = ApiKeys.CANCEL_REBALANCE)
  default CompletableFuture<CancelRebalanceResponse> cancelRebalance(
      CancelRebalanceRequest request) {
    return Unserved.answer(ApiKeys.CANCEL_REBALANCE);
  }

  @RPC(api = ApiKeys.REGISTER_PRODUCER_OFFSETS)
  default CompletableFuture<RegisterProducerOffsetsResponse> registerProducerOffsets(
      RegisterProducerOffsetsRequest request) {
    return Unserved.answer(ApiKeys.REGISTER_PRODUCER_OFFSETS);
  }

  @RPC(api = ApiKeys.GET_PRODUCER_OFFSETS)
  default CompletableFuture<GetProducerOffsetsResponse> getProducerOffsets(
      GetProducerOffsetsRequest request) {
    return Unserved.answer(ApiKeys.GET_PRODUCER_OFFSETS);
  }

  @RPC(api = ApiKeys.DELETE_PRODUCER_OFFSETS)
  default CompletableFuture<DeleteProducerOffsetsResponse> deleteProducerOffsets(
      DeleteProducerOffsetsRequest request) {
    return Unserved.answer(ApiKeys.DELETE_PRODUCER_OFFSETS);
  }

  @RPC(api = ApiKeys.ACQUIRE_KV_SNAPSHOT_LEASE)
  default CompletableFuture<AcquireKvSnapshotLeaseResponse> acquireKvSnapshotLease(
      AcquireKvSnapshotLeaseRequest request) {
    return Unserved.answer(ApiKeys.ACQUIRE_KV_SNAPSHOT_LEASE);
  }

  @RPC(api = ApiKeys.RELEASE_KV_SNAPSHOT_LEASE)
  default CompletableFuture<ReleaseKvSnapshotLeaseResponse> releaseKvSnapshotLease(
      ReleaseKvSnapshotLeaseRequest request) {
    return Unserved.answer(ApiKeys.RELEASE_KV_SNAPSHOT_LEASE);
  }

  @RPC(api = ApiKeys.DROP_KV_SNAPSHOT_LEASE)
  default CompletableFuture<DropKvSnapshotLeaseResponse> dropKvSnapshotLease(
      DropKvSnapshotLeaseRequest request) {
    return Unserved.answer(ApiKeys.DROP_KV_SNAPSHOT_LEASE);
  }
}
