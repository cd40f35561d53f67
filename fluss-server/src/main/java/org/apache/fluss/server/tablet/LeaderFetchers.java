// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.ListOffsetsRequest;
import org.apache.fluss.rpc.messages.ListOffsetsResponse;
import org.apache.fluss.rpc.messages.PbFetchLogReqForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogReqForTable;
import org.apache.fluss.rpc.messages.PbFetchLogRespForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogRespForTable;
import org.apache.fluss.rpc.messages.PbLeaderEpoch;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.log.CheckedRecords;
import org.apache.fluss.server.replica.FetchPosition;
import org.apache.fluss.server.replica.FetchedLog;
import org.apache.fluss.server.replica.LeaderLinks;
import org.apache.fluss.server.replica.Replica;
import org.apache.fluss.server.replica.ReplicaConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies logs from their leaders. Each leader is asked with long polls for all buckets together; a
 * bucket is asked for again once its replica has appended what came. Owned by one event loop.
 */
final class LeaderFetchers implements LeaderLinks {
  /** A second request lets new buckets begin while a long poll for the others is under way. */
  private static final int MAX_REQUESTS_PER_LEADER = 2;

  private static final Logger LOG = LoggerFactory.getLogger(LeaderFetchers.class);

  private final int serverId;
  private final ReplicaConfig config;
  private final IntFunction<TabletServerGateway> servers;
  private final EventLoop loop;
  private final Executor readers;
  private final Map<Integer, Leader> leaders = new HashMap<>();
  private final Map<TableBucket, Copy> copies = new HashMap<>();

  /**
   * @param servers the gateway to the tablet server of an id; its calls fail while it is unknown
   * @param readers checks what was fetched
   */
  LeaderFetchers(
      int serverId,
      ReplicaConfig config,
      IntFunction<TabletServerGateway> servers,
      EventLoop loop,
      Executor readers) {
    this.serverId = serverId;
    this.config = config;
    this.servers = servers;
    this.loop = loop;
    this.readers = readers;
  }

  /** A replica being copied under one leader epoch. */
  private static final class Copy {
    private final Replica replica;
    private final Leader leader;
    private final int leaderEpoch;
    private FetchPosition position;

    Copy(Replica replica, Leader leader, int leaderEpoch, FetchPosition position) {
      this.replica = replica;
      this.leader = leader;
      this.leaderEpoch = leaderEpoch;
      this.position = position;
    }
  }

  private static final class Leader {
    private final int id;
    private final TabletServerGateway gateway;
    private final Map<TableBucket, Copy> ready = new LinkedHashMap<>();
    private int inFlight;

    Leader(int id, TabletServerGateway gateway) {
      this.id = id;
      this.gateway = gateway;
    }
  }

  @Override
  public void follow(Replica replica, int leaderId, int leaderEpoch, FetchPosition position) {
    loop.execute(
        () -> {
          remove(replica.bucket());
          Leader leader =
              leaders.computeIfAbsent(leaderId, id -> new Leader(id, servers.apply(id)));
          Copy copy = new Copy(replica, leader, leaderEpoch, position);
          copies.put(replica.bucket(), copy);
          goOn(copy, position);
        });
  }

  @Override
  public void unfollow(Replica replica) {
    loop.execute(() -> remove(replica.bucket()));
  }

  private void remove(TableBucket bucket) {
    Copy copy = copies.remove(bucket);
    if (copy != null) {
      copy.leader.ready.remove(bucket, copy);
    }
  }

  /**
   * @param position null if this copy is over
   */
  private void goOn(Copy copy, FetchPosition position) {
    if (position != null && copies.get(copy.replica.bucket()) == copy) {
      copy.position = position;
      copy.leader.ready.put(copy.replica.bucket(), copy);
      fetch(copy.leader);
    }
  }

  private void goOnLater(Copy copy, Throwable why) {
    LOG.warn(
        "Cannot copy {} from tablet server {}, trying again in {} ms: {}",
        copy.replica,
        copy.leader.id,
        config.fetchBackoffMs(),
        why.toString());
    loop.schedule(config.fetchBackoffMs(), () -> goOn(copy, copy.position));
  }

  private void fetch(Leader leader) {
    if (leader.ready.isEmpty() || leader.inFlight >= MAX_REQUESTS_PER_LEADER) {
      return;
    }
    leader.inFlight++;
    Map<TableBucket, Copy> asked = new LinkedHashMap<>(leader.ready);
    leader.ready.clear();
    leader
        .gateway
        .fetchLog(request(asked))
        .whenComplete(
            (response, failure) -> {
              if (failure == null) {
                readers.execute(() -> received(leader, response, asked));
              } else {
                loop.execute(() -> failed(leader, asked, Errors.unwrap(failure)));
              }
            });
  }

  private FetchLogRequest request(Map<TableBucket, Copy> asked) {
    FetchLogRequest request =
        new FetchLogRequest()
            .setFollowerServerId(serverId)
            .setMaxBytes(config.fetchMaxBytes())
            .setMinBytes(config.fetchMinBytes())
            .setMaxWaitMs(config.fetchMaxWaitMs());
    Map<Long, PbFetchLogReqForTable> tables = new LinkedHashMap<>();
    asked.forEach(
        (bucket, copy) -> {
          PbFetchLogReqForBucket out =
              tables
                  .computeIfAbsent(
                      bucket.getTableId(),
                      id ->
                          request.addTablesReq().setTableId(id).setProjectionPushdownEnabled(false))
                  .addBucketsReq()
                  .setBucketId(bucket.getBucket())
                  .setFetchOffset(copy.position.endOffset())
                  .setMaxFetchBytes(config.fetchMaxBytesForBucket())
                  .setLeaderEpoch(copy.leaderEpoch);
          if (bucket.getPartitionId() != null) {
            out.setPartitionId(bucket.getPartitionId());
          }
          if (copy.position.lastEpoch() >= 0) {
            out.setLastEpoch(copy.position.lastEpoch());
          }
        });
    return request;
  }

  private void failed(Leader leader, Map<TableBucket, Copy> asked, Throwable failure) {
    leader.inFlight--;
    LOG.warn(
        "Fetching {} buckets from tablet server {} failed, trying again in {} ms: {}",
        asked.size(),
        leader.id,
        config.fetchBackoffMs(),
        failure.toString());
    loop.schedule(
        config.fetchBackoffMs(), () -> asked.values().forEach(copy -> goOn(copy, copy.position)));
    fetch(leader);
  }

  /** On a reader: checks what came and hands it to the replicas. */
  private void received(Leader leader, FetchLogResponse response, Map<TableBucket, Copy> asked) {
    AtomicInteger open = new AtomicInteger(1);
    Runnable closed =
        () -> {
          if (open.decrementAndGet() == 0) {
            response.releaseBuffer();
            loop.execute(
                () -> {
                  leader.inFlight--;
                  fetch(leader);
                });
          }
        };
    Map<TableBucket, Copy> left = new LinkedHashMap<>(asked);
    for (PbFetchLogRespForTable table : response.getTablesRespList()) {
      for (PbFetchLogRespForBucket bucket : table.getBucketsRespList()) {
        Copy copy =
            left.remove(
                new TableBucket(
                    table.getTableId(),
                    bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
                    bucket.getBucketId()));
        if (copy != null) {
          open.incrementAndGet();
          received(copy, bucket, closed);
        }
      }
    }
    loop.execute(
        () ->
            left.values()
                .forEach(
                    copy -> goOnLater(copy, new NetworkException("No answer for this bucket."))));
    closed.run();
  }

  private void received(Copy copy, PbFetchLogRespForBucket bucket, Runnable closed) {
    ApiError error = ApiError.fromErrorMessage(bucket);
    if (error.error() == Errors.LOG_OFFSET_OUT_OF_RANGE_EXCEPTION) {
      closed.run();
      findRange(copy);
      return;
    }
    if (error.isFailure()) {
      closed.run();
      loop.execute(() -> goOnLater(copy, error.exception()));
      return;
    }
    FetchedLog fetched;
    try {
      fetched = fetched(bucket);
    } catch (RuntimeException e) {
      closed.run();
      loop.execute(() -> goOnLater(copy, e));
      return;
    }
    copy.replica.copied(
        copy.leaderEpoch,
        fetched,
        position -> {
          closed.run();
          loop.execute(() -> goOn(copy, position));
        },
        failure -> {
          closed.run();
          loop.execute(() -> goOnLater(copy, failure));
        });
  }

  private static FetchedLog fetched(PbFetchLogRespForBucket bucket) {
    if (bucket.hasDivergence()) {
      return FetchedLog.diverging(epochStart(bucket.getDivergence()));
    }
    List<FetchedLog.EpochStart> epochs = new ArrayList<>();
    bucket.getEpochsList().forEach(epoch -> epochs.add(epochStart(epoch)));
    ByteBuffer records =
        bucket.hasRecords() ? bucket.getRecordsSlice().nioBuffer() : ByteBuffer.allocate(0);
    return FetchedLog.records(CheckedRecords.check(records), bucket.getHighWatermark(), epochs);
  }

  private static FetchedLog.EpochStart epochStart(PbLeaderEpoch epoch) {
    return new FetchedLog.EpochStart(epoch.getEpoch(), epoch.getOffset());
  }

  /** Asks the leader which offsets it has, for it does not have the one that was asked for. */
  private void findRange(Copy copy) {
    CompletableFuture<Long> start = offset(copy, 0);
    CompletableFuture<Long> end = offset(copy, 1);
    CompletableFuture.allOf(start, end)
        .whenComplete(
            (nothing, failure) -> {
              if (failure != null) {
                loop.execute(() -> goOnLater(copy, Errors.unwrap(failure)));
                return;
              }
              copy.replica.outOfRange(
                  copy.leaderEpoch,
                  start.join(),
                  end.join(),
                  position -> loop.execute(() -> goOn(copy, position)),
                  error -> loop.execute(() -> goOnLater(copy, error)));
            });
  }

  private CompletableFuture<Long> offset(Copy copy, int type) {
    TableBucket bucket = copy.replica.bucket();
    ListOffsetsRequest request =
        new ListOffsetsRequest()
            .setFollowerServerId(serverId)
            .setOffsetType(type)
            .setTableId(bucket.getTableId())
            .addBucketId(bucket.getBucket());
    if (bucket.getPartitionId() != null) {
      request.setPartitionId(bucket.getPartitionId());
    }
    return copy.leader.gateway.listOffsets(request).thenApply(LeaderFetchers::onlyOffset);
  }

  private static long onlyOffset(ListOffsetsResponse response) {
    if (response.getBucketsRespCount() != 1) {
      throw new IllegalStateException(
          "Asked for one offset, got " + response.getBucketsRespCount() + ".");
    }
    ApiError error = ApiError.fromErrorMessage(response.getBucketsRespAt(0));
    if (error.isFailure()) {
      throw error.exception();
    }
    return response.getBucketsRespAt(0).getOffset();
  }
}
