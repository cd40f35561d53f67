// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.protocol;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.AddServerTagRequest;
import org.apache.fluss.rpc.messages.AddServerTagResponse;
import org.apache.fluss.rpc.messages.AdjustIsrRequest;
import org.apache.fluss.rpc.messages.AdjustIsrResponse;
import org.apache.fluss.rpc.messages.AlterClusterConfigsRequest;
import org.apache.fluss.rpc.messages.AlterClusterConfigsResponse;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.AlterTableResponse;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.ApiVersionsRequest;
import org.apache.fluss.rpc.messages.ApiVersionsResponse;
import org.apache.fluss.rpc.messages.AuthenticateRequest;
import org.apache.fluss.rpc.messages.AuthenticateResponse;
import org.apache.fluss.rpc.messages.CancelRebalanceRequest;
import org.apache.fluss.rpc.messages.CancelRebalanceResponse;
import org.apache.fluss.rpc.messages.CommitKvSnapshotRequest;
import org.apache.fluss.rpc.messages.CommitKvSnapshotResponse;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotResponse;
import org.apache.fluss.rpc.messages.CommitRemoteLogManifestRequest;
import org.apache.fluss.rpc.messages.CommitRemoteLogManifestResponse;
import org.apache.fluss.rpc.messages.ControlledShutdownRequest;
import org.apache.fluss.rpc.messages.ControlledShutdownResponse;
import org.apache.fluss.rpc.messages.CreateAclsRequest;
import org.apache.fluss.rpc.messages.CreateAclsResponse;
import org.apache.fluss.rpc.messages.CreateDatabaseRequest;
import org.apache.fluss.rpc.messages.CreateDatabaseResponse;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.CreatePartitionResponse;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.CreateTableResponse;
import org.apache.fluss.rpc.messages.DatabaseExistsRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsResponse;
import org.apache.fluss.rpc.messages.DeleteProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.DeleteProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsRequest;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsResponse;
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
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
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
import org.apache.fluss.rpc.messages.GetProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.GetProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.GetTableInfoResponse;
import org.apache.fluss.rpc.messages.GetTableSchemaRequest;
import org.apache.fluss.rpc.messages.GetTableSchemaResponse;
import org.apache.fluss.rpc.messages.GetTableStatsRequest;
import org.apache.fluss.rpc.messages.GetTableStatsResponse;
import org.apache.fluss.rpc.messages.InitWriterRequest;
import org.apache.fluss.rpc.messages.InitWriterResponse;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatRequest;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatResponse;
import org.apache.fluss.rpc.messages.LimitScanRequest;
import org.apache.fluss.rpc.messages.LimitScanResponse;
import org.apache.fluss.rpc.messages.ListAclsRequest;
import org.apache.fluss.rpc.messages.ListAclsResponse;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.ListDatabasesResponse;
import org.apache.fluss.rpc.messages.ListOffsetsRequest;
import org.apache.fluss.rpc.messages.ListOffsetsResponse;
import org.apache.fluss.rpc.messages.ListPartitionInfosRequest;
import org.apache.fluss.rpc.messages.ListPartitionInfosResponse;
import org.apache.fluss.rpc.messages.ListRebalanceProgressRequest;
import org.apache.fluss.rpc.messages.ListRebalanceProgressResponse;
import org.apache.fluss.rpc.messages.ListTablesRequest;
import org.apache.fluss.rpc.messages.ListTablesResponse;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.LookupResponse;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.MetadataResponse;
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
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotResponse;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.messages.PutKvRequest;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.messages.RebalanceRequest;
import org.apache.fluss.rpc.messages.RebalanceResponse;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.ReleaseKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.ReleaseKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.RemoveServerTagRequest;
import org.apache.fluss.rpc.messages.RemoveServerTagResponse;
import org.apache.fluss.rpc.messages.StopReplicaRequest;
import org.apache.fluss.rpc.messages.StopReplicaResponse;
import org.apache.fluss.rpc.messages.TableExistsRequest;
import org.apache.fluss.rpc.messages.TableExistsResponse;
import org.apache.fluss.rpc.messages.UpdateMetadataRequest;
import org.apache.fluss.rpc.messages.UpdateMetadataResponse;

/** The calls of the protocol: numbers, versions, who serves them, and their messages. */
public enum ApiKeys {
  API_VERSIONS(
      1000, 0, 0, Visibility.PUBLIC, Role.BOTH, ApiVersionsRequest::new, ApiVersionsResponse::new),
  CREATE_DATABASE(
      1001,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      CreateDatabaseRequest::new,
      CreateDatabaseResponse::new),
  DROP_DATABASE(
      1002,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      DropDatabaseRequest::new,
      DropDatabaseResponse::new),
  LIST_DATABASES(
      1003,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      ListDatabasesRequest::new,
      ListDatabasesResponse::new),
  DATABASE_EXISTS(
      1004,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      DatabaseExistsRequest::new,
      DatabaseExistsResponse::new),
  CREATE_TABLE(
      1005,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      CreateTableRequest::new,
      CreateTableResponse::new),
  DROP_TABLE(
      1006,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      DropTableRequest::new,
      DropTableResponse::new),
  GET_TABLE_INFO(
      1007,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      GetTableInfoRequest::new,
      GetTableInfoResponse::new),
  LIST_TABLES(
      1008, 0, 0, Visibility.PUBLIC, Role.BOTH, ListTablesRequest::new, ListTablesResponse::new),
  LIST_PARTITION_INFOS(
      1009,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      ListPartitionInfosRequest::new,
      ListPartitionInfosResponse::new),
  TABLE_EXISTS(
      1010, 0, 0, Visibility.PUBLIC, Role.BOTH, TableExistsRequest::new, TableExistsResponse::new),
  GET_TABLE_SCHEMA(
      1011,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      GetTableSchemaRequest::new,
      GetTableSchemaResponse::new),
  GET_METADATA(
      1012, 0, 0, Visibility.PUBLIC, Role.BOTH, MetadataRequest::new, MetadataResponse::new),
  UPDATE_METADATA(
      1013,
      0,
      0,
      Visibility.PRIVATE,
      Role.TABLET,
      UpdateMetadataRequest::new,
      UpdateMetadataResponse::new),
  PRODUCE_LOG(
      1014, 0, 0, Visibility.PUBLIC, Role.TABLET, ProduceLogRequest::new, ProduceLogResponse::new),
  FETCH_LOG(
      1015, 0, 0, Visibility.PUBLIC, Role.TABLET, FetchLogRequest::new, FetchLogResponse::new),
  PUT_KV(1016, 0, 1, Visibility.PUBLIC, Role.TABLET, PutKvRequest::new, PutKvResponse::new),
  LOOKUP(1017, 0, 1, Visibility.PUBLIC, Role.TABLET, LookupRequest::new, LookupResponse::new),
  NOTIFY_LEADER_AND_ISR(
      1018,
      0,
      0,
      Visibility.PRIVATE,
      Role.TABLET,
      NotifyLeaderAndIsrRequest::new,
      NotifyLeaderAndIsrResponse::new),
  STOP_REPLICA(
      1019,
      0,
      0,
      Visibility.PRIVATE,
      Role.TABLET,
      StopReplicaRequest::new,
      StopReplicaResponse::new),
  ADJUST_ISR(
      1020,
      0,
      0,
      Visibility.PRIVATE,
      Role.COORDINATOR,
      AdjustIsrRequest::new,
      AdjustIsrResponse::new),
  LIST_OFFSETS(
      1021,
      0,
      0,
      Visibility.PUBLIC,
      Role.TABLET,
      ListOffsetsRequest::new,
      ListOffsetsResponse::new),
  COMMIT_KV_SNAPSHOT(
      1022,
      0,
      0,
      Visibility.PRIVATE,
      Role.COORDINATOR,
      CommitKvSnapshotRequest::new,
      CommitKvSnapshotResponse::new),
  GET_LATEST_KV_SNAPSHOTS(
      1023,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      GetLatestKvSnapshotsRequest::new,
      GetLatestKvSnapshotsResponse::new),
  GET_KV_SNAPSHOT_METADATA(
      1024,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      GetKvSnapshotMetadataRequest::new,
      GetKvSnapshotMetadataResponse::new),
  GET_FILESYSTEM_SECURITY_TOKEN(
      1025,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      GetFileSystemSecurityTokenRequest::new,
      GetFileSystemSecurityTokenResponse::new),
  INIT_WRITER(
      1026, 0, 0, Visibility.PUBLIC, Role.TABLET, InitWriterRequest::new, InitWriterResponse::new),
  COMMIT_REMOTE_LOG_MANIFEST(
      1027,
      0,
      0,
      Visibility.PRIVATE,
      Role.COORDINATOR,
      CommitRemoteLogManifestRequest::new,
      CommitRemoteLogManifestResponse::new),
  NOTIFY_REMOTE_LOG_OFFSETS(
      1028,
      0,
      0,
      Visibility.PRIVATE,
      Role.TABLET,
      NotifyRemoteLogOffsetsRequest::new,
      NotifyRemoteLogOffsetsResponse::new),
  NOTIFY_KV_SNAPSHOT_OFFSET(
      1029,
      0,
      0,
      Visibility.PRIVATE,
      Role.TABLET,
      NotifyKvSnapshotOffsetRequest::new,
      NotifyKvSnapshotOffsetResponse::new),
  COMMIT_LAKE_TABLE_SNAPSHOT(
      1030,
      0,
      0,
      Visibility.TIERING,
      Role.COORDINATOR,
      CommitLakeTableSnapshotRequest::new,
      CommitLakeTableSnapshotResponse::new),
  NOTIFY_LAKE_TABLE_OFFSET(
      1031,
      0,
      0,
      Visibility.PRIVATE,
      Role.TABLET,
      NotifyLakeTableOffsetRequest::new,
      NotifyLakeTableOffsetResponse::new),
  GET_LAKE_SNAPSHOT(
      1032,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      GetLakeSnapshotRequest::new,
      GetLakeSnapshotResponse::new),
  LIMIT_SCAN(
      1033, 0, 0, Visibility.PUBLIC, Role.TABLET, LimitScanRequest::new, LimitScanResponse::new),
  PREFIX_LOOKUP(
      1034,
      0,
      1,
      Visibility.PUBLIC,
      Role.TABLET,
      PrefixLookupRequest::new,
      PrefixLookupResponse::new),
  GET_DATABASE_INFO(
      1035,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      GetDatabaseInfoRequest::new,
      GetDatabaseInfoResponse::new),
  CREATE_PARTITION(
      1036,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      CreatePartitionRequest::new,
      CreatePartitionResponse::new),
  DROP_PARTITION(
      1037,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      DropPartitionRequest::new,
      DropPartitionResponse::new),
  AUTHENTICATE(
      1038,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      AuthenticateRequest::new,
      AuthenticateResponse::new),
  CREATE_ACLS(
      1039,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      CreateAclsRequest::new,
      CreateAclsResponse::new),
  LIST_ACLS(1040, 0, 0, Visibility.PUBLIC, Role.BOTH, ListAclsRequest::new, ListAclsResponse::new),
  DROP_ACLS(
      1041, 0, 0, Visibility.PUBLIC, Role.COORDINATOR, DropAclsRequest::new, DropAclsResponse::new),
  LAKE_TIERING_HEARTBEAT(
      1042,
      0,
      0,
      Visibility.TIERING,
      Role.COORDINATOR,
      LakeTieringHeartbeatRequest::new,
      LakeTieringHeartbeatResponse::new),
  CONTROLLED_SHUTDOWN(
      1043,
      0,
      0,
      Visibility.PRIVATE,
      Role.COORDINATOR,
      ControlledShutdownRequest::new,
      ControlledShutdownResponse::new),
  ALTER_TABLE(
      1044,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      AlterTableRequest::new,
      AlterTableResponse::new),
  DESCRIBE_CLUSTER_CONFIGS(
      1045,
      0,
      0,
      Visibility.PUBLIC,
      Role.BOTH,
      DescribeClusterConfigsRequest::new,
      DescribeClusterConfigsResponse::new),
  ALTER_CLUSTER_CONFIGS(
      1046,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      AlterClusterConfigsRequest::new,
      AlterClusterConfigsResponse::new),
  ADD_SERVER_TAG(
      1047,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      AddServerTagRequest::new,
      AddServerTagResponse::new),
  REMOVE_SERVER_TAG(
      1048,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      RemoveServerTagRequest::new,
      RemoveServerTagResponse::new),
  REBALANCE(
      1049,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      RebalanceRequest::new,
      RebalanceResponse::new),
  LIST_REBALANCE_PROGRESS(
      1050,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      ListRebalanceProgressRequest::new,
      ListRebalanceProgressResponse::new),
  CANCEL_REBALANCE(
      1051,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      CancelRebalanceRequest::new,
      CancelRebalanceResponse::new),
  PREPARE_LAKE_TABLE_SNAPSHOT(
      1052,
      0,
      0,
      Visibility.TIERING,
      Role.COORDINATOR,
      PrepareLakeTableSnapshotRequest::new,
      PrepareLakeTableSnapshotResponse::new),
  REGISTER_PRODUCER_OFFSETS(
      1053,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      RegisterProducerOffsetsRequest::new,
      RegisterProducerOffsetsResponse::new),
  GET_PRODUCER_OFFSETS(
      1054,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      GetProducerOffsetsRequest::new,
      GetProducerOffsetsResponse::new),
  DELETE_PRODUCER_OFFSETS(
      1055,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      DeleteProducerOffsetsRequest::new,
      DeleteProducerOffsetsResponse::new),
  ACQUIRE_KV_SNAPSHOT_LEASE(
      1056,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      AcquireKvSnapshotLeaseRequest::new,
      AcquireKvSnapshotLeaseResponse::new),
  RELEASE_KV_SNAPSHOT_LEASE(
      1057,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      ReleaseKvSnapshotLeaseRequest::new,
      ReleaseKvSnapshotLeaseResponse::new),
  DROP_KV_SNAPSHOT_LEASE(
      1058,
      0,
      0,
      Visibility.PUBLIC,
      Role.COORDINATOR,
      DropKvSnapshotLeaseRequest::new,
      DropKvSnapshotLeaseResponse::new),
  GET_TABLE_STATS(
      1059,
      0,
      0,
      Visibility.PUBLIC,
      Role.TABLET,
      GetTableStatsRequest::new,
      GetTableStatsResponse::new);

  /** Who may call an API. */
  public enum Visibility {
    /** Any client. */
    PUBLIC,
    /** Any client: these are internal by nature, but the tiering service is a client. */
    TIERING,
    /** Only servers, that is sessions of the internal listener. */
    PRIVATE
  }

  private enum Role {
    BOTH(EnumSet.of(ServerType.COORDINATOR, ServerType.TABLET_SERVER)),
    COORDINATOR(EnumSet.of(ServerType.COORDINATOR)),
    TABLET(EnumSet.of(ServerType.TABLET_SERVER));

    private final Set<ServerType> servers;

    Role(Set<ServerType> servers) {
      this.servers = servers;
    }
  }

  private static final Map<Integer, ApiKeys> BY_ID = new HashMap<>();

  static {
    for (ApiKeys api : values()) {
      BY_ID.put((int) api.id, api);
    }
  }

  private final short id;
  private final short minVersion;
  private final short maxVersion;
  private final Visibility visibility;
  private final Role role;
  private final Supplier<? extends ApiMessage> request;
  private final Supplier<? extends ApiMessage> response;

  ApiKeys(
      int id,
      int minVersion,
      int maxVersion,
      Visibility visibility,
      Role role,
      Supplier<? extends ApiMessage> request,
      Supplier<? extends ApiMessage> response) {
    this.id = (short) id;
    this.minVersion = (short) minVersion;
    this.maxVersion = (short) maxVersion;
    this.visibility = visibility;
    this.role = role;
    this.request = request;
    this.response = response;
  }

  /** The number on the wire. */
  public short id() {
    return id;
  }

  /** Lowest version this build speaks. */
  public short minVersion() {
    return minVersion;
  }

  /** Highest version this build speaks. */
  public short maxVersion() {
    return maxVersion;
  }

  /** Who may call it. */
  public Visibility visibility() {
    return visibility;
  }

  /** Whether a server of this kind answers the call. */
  public boolean servedBy(ServerType server) {
    return role.servers.contains(server);
  }

  /** A new empty request. */
  public ApiMessage newRequest() {
    return request.get();
  }

  /** A new empty answer. */
  public ApiMessage newResponse() {
    return response.get();
  }

  /** The API of this number, or null. */
  public static ApiKeys forId(int id) {
    return BY_ID.get(id);
  }
}
