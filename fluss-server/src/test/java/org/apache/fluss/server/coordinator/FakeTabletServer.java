// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.NotifyKvSnapshotOffsetRequest;
import org.apache.fluss.rpc.messages.NotifyKvSnapshotOffsetResponse;
import org.apache.fluss.rpc.messages.NotifyLakeTableOffsetRequest;
import org.apache.fluss.rpc.messages.NotifyLakeTableOffsetResponse;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrRequest;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrResponse;
import org.apache.fluss.rpc.messages.PbNotifyLeaderAndIsrReqForBucket;
import org.apache.fluss.rpc.messages.PbStopReplicaReqForBucket;
import org.apache.fluss.rpc.messages.StopReplicaRequest;
import org.apache.fluss.rpc.messages.StopReplicaResponse;
import org.apache.fluss.rpc.messages.UpdateMetadataRequest;
import org.apache.fluss.rpc.messages.UpdateMetadataResponse;
import org.apache.fluss.rpc.netty.server.NettyServer;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.MetadataService;
import org.apache.fluss.server.metadata.MetadataUpdate;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.server.zk.CuratorMetadataStore;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.Registration;
import org.apache.fluss.server.zk.SoftwareBuild;
import org.apache.fluss.server.zk.TabletServerNode;
import org.apache.fluss.utils.clock.SystemClock;

/** A registered tablet server that takes every role it is given and remembers what it was told. */
final class FakeTabletServer implements AutoCloseable {
  private final MetadataStore store;
  private final NettyServer network;
  private final Registration registration;

  /** What the coordinator said last of each bucket. */
  final Map<TableBucket, PbNotifyLeaderAndIsrReqForBucket> roles = new ConcurrentHashMap<>();

  final Set<TableBucket> deleted = ConcurrentHashMap.newKeySet();
  final Set<TableBucket> lakeOffsets = ConcurrentHashMap.newKeySet();
  final Map<TableBucket, Long> kvSnapshotOffsets = new ConcurrentHashMap<>();
  final Set<Integer> refusedBuckets = ConcurrentHashMap.newKeySet();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final MetadataCache cache = new MetadataCache();
  volatile CompletableFuture<Void> hold = CompletableFuture.completedFuture(null);

  FakeTabletServer(int id, String rack, Configuration conf) {
    this.store = CuratorMetadataStore.connect(conf);
    this.network =
        new NettyServer(
            conf,
            ServerType.TABLET_SERVER,
            List.of(new Endpoint("127.0.0.1", 0, "FLUSS")),
            new Service(conf));
    network.start();
    TabletServerNode node =
        new TabletServerNode(
            network.boundEndpoints(),
            SystemClock.getInstance().milliseconds(),
            rack,
            SoftwareBuild.version());
    this.registration =
        new Registration(
            store,
            TabletServerNode.path(id),
            node::encode,
            data -> TabletServerNode.decode(data).endpoints(),
            SystemClock.getInstance());
    registration.register(Runnable::run, failure -> {});
  }

  @Override
  public void close() {
    registration.close();
    network.close();
    store.close();
  }

  public final class Service extends MetadataService implements TabletServerGateway {
    Service(Configuration conf) {
      super(store, cache, new DynamicConfig(conf), Runnable::run, SystemClock.getInstance());
    }

    @Override
    public CompletableFuture<NotifyLeaderAndIsrResponse> notifyLeaderAndIsr(
        NotifyLeaderAndIsrRequest request) {
      NotifyLeaderAndIsrResponse response = new NotifyLeaderAndIsrResponse();
      calls.add("notify " + request.getNotifyBucketsLeaderReqCount());
      for (PbNotifyLeaderAndIsrReqForBucket bucket : request.getNotifyBucketsLeaderReqList()) {
        TableBucket id = Wire.read(bucket.getTableBucket());
        roles.put(id, bucket);
        var out = response.addNotifyBucketsLeaderResp();
        Wire.write(id, out.setTableBucket());
        if (refusedBuckets.contains(id.getBucket())) {
          new ApiError(Errors.STORAGE_EXCEPTION, "disk broken").applyTo(out);
        }
      }
      return hold.thenApply(go -> response);
    }

    @Override
    public CompletableFuture<UpdateMetadataResponse> updateMetadata(UpdateMetadataRequest request) {
      calls.add("metadata " + request.getTableMetadataCount());
      cache.apply(MetadataUpdate.fromRequest(request));
      return CompletableFuture.completedFuture(new UpdateMetadataResponse());
    }

    @Override
    public CompletableFuture<StopReplicaResponse> stopReplica(StopReplicaRequest request) {
      StopReplicaResponse response = new StopReplicaResponse();
      for (PbStopReplicaReqForBucket bucket : request.getStopReplicasReqList()) {
        TableBucket id = Wire.read(bucket.getTableBucket());
        if (bucket.getDelete() && bucket.getDeleteRemote()) {
          deleted.add(id);
        }
        Wire.write(id, response.addStopReplicasResp().setTableBucket());
      }
      return CompletableFuture.completedFuture(response);
    }

    @Override
    public CompletableFuture<NotifyLakeTableOffsetResponse> notifyLakeTableOffset(
        NotifyLakeTableOffsetRequest request) {
      request
          .getNotifyBucketsReqList()
          .forEach(b -> lakeOffsets.add(new TableBucket(b.getTableId(), b.getBucketId())));
      return CompletableFuture.completedFuture(new NotifyLakeTableOffsetResponse());
    }

    @Override
    public CompletableFuture<NotifyKvSnapshotOffsetResponse> notifyKvSnapshotOffset(
        NotifyKvSnapshotOffsetRequest request) {
      kvSnapshotOffsets.put(
          new TableBucket(request.getTableId(), request.getBucketId()),
          request.getMinRetainOffset());
      return CompletableFuture.completedFuture(new NotifyKvSnapshotOffsetResponse());
    }
  }
}
