// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.NotifyKvSnapshotOffsetRequest;
import org.apache.fluss.rpc.messages.NotifyLakeTableOffsetRequest;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrRequest;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrResponse;
import org.apache.fluss.rpc.messages.PbNotifyLakeTableOffsetReqForBucket;
import org.apache.fluss.rpc.messages.PbNotifyLeaderAndIsrReqForBucket;
import org.apache.fluss.rpc.messages.PbNotifyLeaderAndIsrRespForBucket;
import org.apache.fluss.rpc.messages.PbStopReplicaReqForBucket;
import org.apache.fluss.rpc.messages.PbStopReplicaRespForBucket;
import org.apache.fluss.rpc.messages.StopReplicaRequest;
import org.apache.fluss.rpc.messages.StopReplicaResponse;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.metadata.MetadataUpdate;
import org.apache.fluss.server.metadata.Wire;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one tablet server still has to be told. Wishes gather while a round of requests is under
 * way, so the next round carries the latest state of each bucket once; a request that fails is
 * repeated until the server is gone. Owned by the coordinator's event loop.
 */
final class TabletServerLink {
  private static final Logger LOG = LoggerFactory.getLogger(TabletServerLink.class);

  /** Buckets in one request, so that none grows without bound. */
  static final int MAX_BUCKETS_PER_REQUEST = 2_000;

  static final long RETRY_DELAY_MS = 200;

  /** Where the latest state comes from, and where answers go. Called on the event loop. */
  interface Owner {
    int coordinatorEpoch();

    /** Null when the bucket is gone or has no leader and ISR yet. */
    PbNotifyLeaderAndIsrReqForBucket describe(TableBucket bucket);

    /** The server list, without tables. */
    MetadataUpdate serverList();

    /** The latest state of what changed; may be split into several. */
    List<MetadataUpdate> metadata(MetadataChanges changes);

    void notified(int serverId, TableBucket bucket, int leaderEpoch, ApiError result);

    void stopped(int serverId, TableBucket bucket, StopReplica stop, ApiError result);
  }

  private final int serverId;
  private final TabletServerGateway gateway;
  private final EventLoop loop;
  private final Owner owner;

  private boolean serverListChanged;
  private MetadataChanges metadata = new MetadataChanges();
  private Set<TableBucket> notifications = new LinkedHashSet<>();
  private Map<TableBucket, LakeOffset> lakeOffsets = new LinkedHashMap<>();
  private Map<TableBucket, Long> kvSnapshotOffsets = new LinkedHashMap<>();
  private Map<TableBucket, StopReplica> stops = new LinkedHashMap<>();
  private int inFlight;
  private boolean failed;
  private boolean closed;

  TabletServerLink(int serverId, TabletServerGateway gateway, EventLoop loop, Owner owner) {
    this.serverId = serverId;
    this.gateway = gateway;
    this.loop = loop;
    this.owner = owner;
  }

  /** All servers changed: sent before anything else. */
  void serverListChanged() {
    serverListChanged = true;
  }

  void changed(MetadataChanges changes) {
    metadata.add(changes);
  }

  /** Tells the replica of its bucket's leader and ISR. */
  void notify(TableBucket bucket) {
    notifications.add(bucket);
  }

  void lakeOffset(TableBucket bucket, LakeOffset offset) {
    lakeOffsets.put(bucket, offset);
  }

  /** Tells a follower from where on it has to keep its log. */
  void kvSnapshotOffset(TableBucket bucket, long minRetainOffset) {
    kvSnapshotOffsets.merge(bucket, minRetainOffset, Math::max);
  }

  void stop(TableBucket bucket, StopReplica stop) {
    notifications.remove(bucket);
    lakeOffsets.remove(bucket);
    kvSnapshotOffsets.remove(bucket);
    stops.merge(bucket, stop, StopReplica::and);
  }

  /** The server is gone: nothing more is sent, and late answers are ignored. */
  void close() {
    closed = true;
  }

  /** Sends what gathered, unless a round is under way; its end sends the rest. */
  void flush() {
    if (inFlight > 0 || closed) {
      return;
    }
    failed = false;
    // Held until all requests are on their way, so that no early answer starts the next round.
    inFlight = 1;
    if (serverListChanged) {
      serverListChanged = false;
      send(
          gateway.updateMetadata(owner.serverList().toRequest(owner.coordinatorEpoch())),
          answer -> {},
          () -> serverListChanged = true);
    }
    sendNotifications();
    sendMetadata();
    sendLakeOffsets();
    sendKvSnapshotOffsets();
    sendStops();
    roundTripEnded();
  }

  private void sendNotifications() {
    Set<TableBucket> buckets = notifications;
    notifications = new LinkedHashSet<>();
    for (List<TableBucket> part : chunks(buckets)) {
      NotifyLeaderAndIsrRequest request =
          new NotifyLeaderAndIsrRequest().setCoordinatorEpoch(owner.coordinatorEpoch());
      Map<TableBucket, Integer> epochs = new HashMap<>();
      for (TableBucket bucket : part) {
        PbNotifyLeaderAndIsrReqForBucket description = owner.describe(bucket);
        if (description != null) {
          request.addNotifyBucketsLeaderReq(description);
          epochs.put(bucket, description.getLeaderEpoch());
        }
      }
      if (!epochs.isEmpty()) {
        send(
            gateway.notifyLeaderAndIsr(request),
            answer -> notified(answer, epochs),
            () -> notifications.addAll(epochs.keySet()));
      }
    }
  }

  private void notified(NotifyLeaderAndIsrResponse answer, Map<TableBucket, Integer> epochs) {
    for (PbNotifyLeaderAndIsrRespForBucket result : answer.getNotifyBucketsLeaderRespList()) {
      TableBucket bucket = Wire.read(result.getTableBucket());
      Integer epoch = epochs.remove(bucket);
      if (epoch != null) {
        owner.notified(serverId, bucket, epoch, ApiError.fromErrorMessage(result));
      }
    }
    // A bucket left out of the answer is as good as not told.
    if (!epochs.isEmpty()) {
      failed = true;
      notifications.addAll(epochs.keySet());
    }
  }

  private void sendMetadata() {
    MetadataChanges changes = metadata;
    metadata = new MetadataChanges();
    if (changes.isEmpty()) {
      return;
    }
    for (MetadataUpdate update : owner.metadata(changes)) {
      send(
          gateway.updateMetadata(update.toRequest(owner.coordinatorEpoch())),
          answer -> {},
          () -> metadata.add(changes));
    }
  }

  private void sendLakeOffsets() {
    Map<TableBucket, LakeOffset> offsets = lakeOffsets;
    lakeOffsets = new LinkedHashMap<>();
    for (List<TableBucket> part : chunks(offsets.keySet())) {
      NotifyLakeTableOffsetRequest request =
          new NotifyLakeTableOffsetRequest().setCoordinatorEpoch(owner.coordinatorEpoch());
      for (TableBucket bucket : part) {
        write(bucket, offsets.get(bucket), request.addNotifyBucketsReq());
      }
      // Not repeated when the server refuses: the next round of tiering says it again.
      send(gateway.notifyLakeTableOffset(request), answer -> {}, () -> {});
    }
  }

  private static void write(
      TableBucket bucket, LakeOffset offset, PbNotifyLakeTableOffsetReqForBucket out) {
    out.setTableId(bucket.getTableId())
        .setBucketId(bucket.getBucket())
        .setSnapshotId(offset.snapshotId());
    if (bucket.getPartitionId() != null) {
      out.setPartitionId(bucket.getPartitionId());
    }
    if (offset.logEndOffset() != null) {
      out.setLogEndOffset(offset.logEndOffset());
    }
    if (offset.maxTimestampMs() != null) {
      out.setMaxTimestamp(offset.maxTimestampMs());
    }
  }

  private void sendKvSnapshotOffsets() {
    Map<TableBucket, Long> offsets = kvSnapshotOffsets;
    kvSnapshotOffsets = new LinkedHashMap<>();
    offsets.forEach(
        (bucket, offset) -> {
          NotifyKvSnapshotOffsetRequest request =
              new NotifyKvSnapshotOffsetRequest()
                  .setTableId(bucket.getTableId())
                  .setBucketId(bucket.getBucket())
                  .setCoordinatorEpoch(owner.coordinatorEpoch())
                  .setMinRetainOffset(offset);
          if (bucket.getPartitionId() != null) {
            request.setPartitionId(bucket.getPartitionId());
          }
          // Not repeated when the server refuses: the next snapshot says more.
          send(gateway.notifyKvSnapshotOffset(request), answer -> {}, () -> {});
        });
  }

  private void sendStops() {
    Map<TableBucket, StopReplica> all = stops;
    stops = new LinkedHashMap<>();
    for (List<TableBucket> part : chunks(all.keySet())) {
      StopReplicaRequest request =
          new StopReplicaRequest().setCoordinatorEpoch(owner.coordinatorEpoch());
      Map<TableBucket, StopReplica> sent = new LinkedHashMap<>();
      for (TableBucket bucket : part) {
        StopReplica stop = all.get(bucket);
        sent.put(bucket, stop);
        PbStopReplicaReqForBucket out =
            request
                .addStopReplicasReq()
                .setLeaderEpoch(stop.leaderEpoch())
                .setDelete(stop.isDelete())
                .setDeleteRemote(stop.isDeleteRemote());
        Wire.write(bucket, out.setTableBucket());
      }
      send(
          gateway.stopReplica(request),
          answer -> stopped(answer, sent),
          () -> sent.forEach((bucket, stop) -> stops.merge(bucket, stop, StopReplica::and)));
    }
  }

  private void stopped(StopReplicaResponse answer, Map<TableBucket, StopReplica> sent) {
    for (PbStopReplicaRespForBucket result : answer.getStopReplicasRespList()) {
      TableBucket bucket = Wire.read(result.getTableBucket());
      StopReplica stop = sent.remove(bucket);
      if (stop != null) {
        owner.stopped(serverId, bucket, stop, ApiError.fromErrorMessage(result));
      }
    }
    if (!sent.isEmpty()) {
      failed = true;
      sent.forEach((bucket, stop) -> stops.merge(bucket, stop, StopReplica::and));
    }
  }

  private <T> void send(CompletableFuture<T> call, Consumer<T> onAnswer, Runnable again) {
    inFlight++;
    call.whenComplete(
        (answer, failure) ->
            loop.execute(
                () -> {
                  if (closed) {
                    return;
                  }
                  if (failure != null) {
                    LOG.warn(
                        "Tablet server {} did not take a request; repeating", serverId, failure);
                    failed = true;
                    again.run();
                  } else {
                    onAnswer.accept(answer);
                  }
                  roundTripEnded();
                }));
  }

  private void roundTripEnded() {
    if (--inFlight > 0 || !hasPending()) {
      return;
    }
    if (failed) {
      loop.schedule(RETRY_DELAY_MS, this::flush);
    } else {
      flush();
    }
  }

  private boolean hasPending() {
    return serverListChanged
        || !metadata.isEmpty()
        || !notifications.isEmpty()
        || !lakeOffsets.isEmpty()
        || !kvSnapshotOffsets.isEmpty()
        || !stops.isEmpty();
  }

  private static List<List<TableBucket>> chunks(Set<TableBucket> buckets) {
    List<List<TableBucket>> out = new ArrayList<>();
    Iterator<TableBucket> iterator = buckets.iterator();
    while (iterator.hasNext()) {
      List<TableBucket> part = new ArrayList<>();
      while (iterator.hasNext() && part.size() < MAX_BUCKETS_PER_REQUEST) {
        part.add(iterator.next());
      }
      out.add(part);
    }
    return out;
  }
}
