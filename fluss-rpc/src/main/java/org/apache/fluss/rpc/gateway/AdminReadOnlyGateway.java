// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.gateway;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.rpc.RpcGateway;
import org.apache.fluss.rpc.messages.DatabaseExistsRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsResponse;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsRequest;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsResponse;
import org.apache.fluss.rpc.messages.GetDatabaseInfoRequest;
import org.apache.fluss.rpc.messages.GetDatabaseInfoResponse;
import org.apache.fluss.rpc.messages.GetFileSystemSecurityTokenRequest;
import org.apache.fluss.rpc.messages.GetFileSystemSecurityTokenResponse;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataRequest;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataResponse;
import org.apache.fluss.rpc.messages.GetLakeSnapshotRequest;
import org.apache.fluss.rpc.messages.GetLakeSnapshotResponse;
import org.apache.fluss.rpc.messages.GetLatestKvSnapshotsRequest;
import org.apache.fluss.rpc.messages.GetLatestKvSnapshotsResponse;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.GetTableInfoResponse;
import org.apache.fluss.rpc.messages.GetTableSchemaRequest;
import org.apache.fluss.rpc.messages.GetTableSchemaResponse;
import org.apache.fluss.rpc.messages.ListAclsRequest;
import org.apache.fluss.rpc.messages.ListAclsResponse;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.ListDatabasesResponse;
import org.apache.fluss.rpc.messages.ListPartitionInfosRequest;
import org.apache.fluss.rpc.messages.ListPartitionInfosResponse;
import org.apache.fluss.rpc.messages.ListTablesRequest;
import org.apache.fluss.rpc.messages.ListTablesResponse;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.TableExistsRequest;
import org.apache.fluss.rpc.messages.TableExistsResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.RPC;

/** Calls about metadata that every server answers. */
public interface AdminReadOnlyGateway extends RpcGateway {

  @RPC(api = ApiKeys.LIST_DATABASES)
  default CompletableFuture<ListDatabasesResponse> listDatabases(ListDatabasesRequest request) {
    return Unserved.answer(ApiKeys.LIST_DATABASES);
  }

  @RPC(api = ApiKeys.DATABASE_EXISTS)
  default CompletableFuture<DatabaseExistsResponse> databaseExists(DatabaseExistsRequest request) {
    return Unserved.answer(ApiKeys.DATABASE_EXISTS);
  }

  @RPC(api = ApiKeys.GET_TABLE_INFO)
  default CompletableFuture<GetTableInfoResponse> getTableInfo(GetTableInfoRequest request) {
    return Unserved.answer(ApiKeys.GET_TABLE_INFO);
  }

  @RPC(api = ApiKeys.LIST_TABLES)
  default CompletableFuture<ListTablesResponse> listTables(ListTablesRequest request) {
    return Unserved.answer(ApiKeys.LIST_TABLES);
  }

  @RPC(api = ApiKeys.LIST_PARTITION_INFOS)
  default CompletableFuture<ListPartitionInfosResponse> listPartitionInfos(
      ListPartitionInfosRequest request) {
    return Unserved.answer(ApiKeys.LIST_PARTITION_INFOS);
  }

  @RPC(api = ApiKeys.TABLE_EXISTS)
  default CompletableFuture<TableExistsResponse> tableExists(TableExistsRequest request) {
    return Unserved.answer(ApiKeys.TABLE_EXISTS);
  }

  @RPC(api = ApiKeys.GET_TABLE_SCHEMA)
  default CompletableFuture<GetTableSchemaResponse> getTableSchema(GetTableSchemaRequest request) {
    return Unserved.answer(ApiKeys.GET_TABLE_SCHEMA);
  }

  @RPC(api = ApiKeys.GET_METADATA)
  default CompletableFuture<MetadataResponse> metadata(MetadataRequest request) {
    return Unserved.answer(ApiKeys.GET_METADATA);
  }

  @RPC(api = ApiKeys.GET_LATEST_KV_SNAPSHOTS)
  default CompletableFuture<GetLatestKvSnapshotsResponse> getLatestKvSnapshots(
      GetLatestKvSnapshotsRequest request) {
    return Unserved.answer(ApiKeys.GET_LATEST_KV_SNAPSHOTS);
  }

  @RPC(api = ApiKeys.GET_KV_SNAPSHOT_METADATA)
  default CompletableFuture<GetKvSnapshotMetadataResponse> getKvSnapshotMetadata(
      GetKvSnapshotMetadataRequest request) {
    return Unserved.answer(ApiKeys.GET_KV_SNAPSHOT_METADATA);
  }

  @RPC(api = ApiKeys.GET_FILESYSTEM_SECURITY_TOKEN)
  default CompletableFuture<GetFileSystemSecurityTokenResponse> getFileSystemSecurityToken(
      GetFileSystemSecurityTokenRequest request) {
    return Unserved.answer(ApiKeys.GET_FILESYSTEM_SECURITY_TOKEN);
  }

  @RPC(api = ApiKeys.GET_LAKE_SNAPSHOT)
  default CompletableFuture<GetLakeSnapshotResponse> getLakeSnapshot(
      GetLakeSnapshotRequest request) {
    return Unserved.answer(ApiKeys.GET_LAKE_SNAPSHOT);
  }

  @RPC(api = ApiKeys.GET_DATABASE_INFO)
  default CompletableFuture<GetDatabaseInfoResponse> getDatabaseInfo(
      GetDatabaseInfoRequest request) {
    return Unserved.answer(ApiKeys.GET_DATABASE_INFO);
  }

  @RPC(api = ApiKeys.LIST_ACLS)
  default CompletableFuture<ListAclsResponse> listAcls(ListAclsRequest request) {
    return Unserved.answer(ApiKeys.LIST_ACLS);
  }

  @RPC(api = ApiKeys.DESCRIBE_CLUSTER_CONFIGS)
  default CompletableFuture<DescribeClusterConfigsResponse> describeClusterConfigs(
      DescribeClusterConfigsRequest request) {
    return Unserved.answer(ApiKeys.DESCRIBE_CLUSTER_CONFIGS);
  }
}
