// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.InvalidRequiredAcksException;
import org.apache.fluss.exception.LogOffsetOutOfRangeException;
import org.apache.fluss.exception.LogStorageException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
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
import org.apache.fluss.rpc.messages.PbListOffsetsRespForBucket;
import org.apache.fluss.rpc.messages.PbNotifyLakeTableOffsetReqForBucket;
import org.apache.fluss.rpc.messages.PbNotifyLeaderAndIsrReqForBucket;
import org.apache.fluss.rpc.messages.PbNotifyLeaderAndIsrRespForBucket;
import org.apache.fluss.rpc.messages.PbPrefixLookupReqForBucket;
import org.apache.fluss.rpc.messages.PbPrefixLookupRespForBucket;
import org.apache.fluss.rpc.messages.PbStopReplicaReqForBucket;
import org.apache.fluss.rpc.messages.PbStopReplicaRespForBucket;
import org.apache.fluss.rpc.messages.PbTableStatsReqForBucket;
import org.apache.fluss.rpc.messages.PbTableStatsRespForBucket;
import org.apache.fluss.rpc.messages.PbValueList;
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
import org.apache.fluss.rpc.netty.server.Session;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.kv.KvReader;
import org.apache.fluss.server.kv.ReadBudget;
import org.apache.fluss.server.log.LogReader;
import org.apache.fluss.server.log.LogRegion;
import org.apache.fluss.server.log.ReadBound;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.MetadataService;
import org.apache.fluss.server.metadata.MetadataUpdate;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.server.replica.BucketAssignment;
import org.apache.fluss.server.replica.Replica;
import org.apache.fluss.server.replica.Replicas;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.utils.clock.Clock;

/**
 * The calls a tablet server answers. Requests are decoded and checked by the thread they come in
 * on; what changes a replica is handed to its lane. Thread-safe.
 */
public final class TabletService extends MetadataService implements TabletServerGateway {
  /** Largest answer of a limit scan, unless one segment alone is larger. */
  private static final int MAX_LIMIT_SCAN_BYTES = 64 << 20;

  private final Replicas replicas;
  private final HostedBuckets hosted;
  private final KnownTables tables;
  private final MetadataStore store;
  private final Executor readers;
  private final Clock clock;
  private final AtomicInteger fetchTurn = new AtomicInteger();
  private int coordinatorEpoch;

  /**
   * @param readers runs reads of logs; bounded in threads
   * @param storeCalls runs what may wait for the metadata store; bounded in threads
   */
  TabletService(
      int serverId,
      Replicas replicas,
      KnownTables tables,
      MetadataStore store,
      MetadataCache cache,
      DynamicConfig config,
      Executor readers,
      Executor storeCalls,
      Clock clock) {
    super(store, cache, config, storeCalls, clock);
    this.replicas = replicas;
    this.hosted = new HostedBuckets(replicas, cache, serverId);
    this.tables = tables;
    this.store = store;
    this.readers = readers;
    this.clock = clock;
  }

  // --------------------------------------------------------------------------- log: write and read

  @Override
  public CompletableFuture<ProduceLogResponse> produceLog(ProduceLogRequest request) {
    try {
      return new ProduceLogCall(request, hosted).start();
    } catch (InvalidRequiredAcksException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<FetchLogResponse> fetchLog(FetchLogRequest request) {
    return new FetchLogCall(request, hosted, tables, readers, clock, fetchTurn.getAndIncrement())
        .start();
  }

  @Override
  public CompletableFuture<ListOffsetsResponse> listOffsets(ListOffsetsRequest request) {
    return answer(
        () -> {
          ListOffsetsResponse response = new ListOffsetsResponse();
          for (int i = 0; i < request.getBucketIdCount(); i++) {
            int bucket = request.getBucketIdAt(i);
            PbListOffsetsRespForBucket out = response.addBucketsResp().setBucketId(bucket);
            try {
              out.setOffset(
                  offset(
                      request,
                      hosted.replica(
                          new TableBucket(
                              request.getTableId(),
                              request.hasPartitionId()
                                  ? Long.valueOf(request.getPartitionId())
                                  : null,
                              bucket))));
            } catch (RuntimeException e) {
              ApiError.fromThrowable(e).applyTo(out);
            }
          }
          return response;
        });
  }

  private static long offset(ListOffsetsRequest request, Replica replica) {
    boolean follower = request.getFollowerServerId() >= 0;
    LogReader log = replica.localLog();
    ReadBound bound = follower ? ReadBound.LOG_END : ReadBound.HIGH_WATERMARK;
    switch (request.getOffsetType()) {
      case 0:
        return follower ? log.startOffset() : replica.logStartOffset();
      case 1:
        return follower ? log.endOffset() : log.highWatermark();
      case 2:
        if (!request.hasStartTimestamp()) {
          throw new IllegalArgumentException("An offset by time needs a timestamp.");
        }
        return log.offsetForTimestamp(request.getStartTimestamp(), bound);
      case 3:
        return replica.leaderEndSnapshot();
      default:
        throw new IllegalArgumentException(
            "There is no offset type " + request.getOffsetType() + "; known are 0 to 3.");
    }
  }

  @Override
  public CompletableFuture<InitWriterResponse> initWriter(InitWriterRequest request) {
    return answerLater(
        () -> new InitWriterResponse().setWriterId(CounterNode.WRITER_IDS.take(store, 1)));
  }

  @Override
  public CompletableFuture<LimitScanResponse> limitScan(LimitScanRequest request) {
    return read(
        () -> {
          LimitScanResponse response = new LimitScanResponse();
          try {
            Replica replica =
                hosted.replica(
                    new TableBucket(
                        request.getTableId(),
                        request.hasPartitionId() ? Long.valueOf(request.getPartitionId()) : null,
                        request.getBucketId()));
            LogReader log = replica.leaderLog();
            if (replica.table().hasPrimaryKey()) {
              response
                  .setIsLogTable(false)
                  .setRecords(
                      replica.leaderStore().limitScan(request.getLimit(), MAX_LIMIT_SCAN_BYTES));
            } else {
              scan(replica, log, request.getLimit(), response);
            }
          } catch (IOException e) {
            ApiError.fromThrowable(
                    new LogStorageException("Cannot read a log: " + e.getMessage(), e))
                .applyTo(response);
          } catch (RuntimeException e) {
            ApiError.fromThrowable(e).applyTo(response);
          }
          return response;
        });
  }

  /** Has the pool of readers make an answer. */
  private <R> CompletableFuture<R> read(Supplier<R> answer) {
    return CompletableFuture.supplyAsync(answer, readers);
  }

  private static void scan(Replica replica, LogReader log, int limit, LimitScanResponse response)
      throws IOException {
    if (limit < 0) {
      throw new LogOffsetOutOfRangeException("A limit scan cannot return " + limit + " rows.");
    }
    response.setIsLogTable(true);
    long start = Math.max(replica.logStartOffset(), log.highWatermark() - limit);
    if (start < log.startOffset()) {
      throw new LogOffsetOutOfRangeException(
          "The last "
              + limit
              + " rows of "
              + replica
              + " begin at offset "
              + start
              + ", the local log at "
              + log.startOffset()
              + "; ask for fewer.");
    }
    List<LogRegion> regions =
        limit == 0 ? List.of() : log.readToHighWatermark(start, MAX_LIMIT_SCAN_BYTES);
    response.setRecords(LogPayload.of(regions));
  }

  @Override
  public CompletableFuture<GetTableStatsResponse> getTableStats(GetTableStatsRequest request) {
    return answer(
        () -> {
          GetTableStatsResponse response = new GetTableStatsResponse();
          for (PbTableStatsReqForBucket asked : request.getBucketsReqList()) {
            PbTableStatsRespForBucket out =
                response.addBucketsResp().setBucketId(asked.getBucketId());
            if (asked.hasPartitionId()) {
              out.setPartitionId(asked.getPartitionId());
            }
            try {
              Replica replica =
                  hosted.replica(
                      new TableBucket(
                          request.getTableId(),
                          asked.hasPartitionId() ? Long.valueOf(asked.getPartitionId()) : null,
                          asked.getBucketId()));
              LogReader log = replica.leaderLog();
              if (replica.table().hasPrimaryKey()) {
                out.setRowCount(replica.leaderStore().rowCount());
              } else {
                out.setRowCount(log.highWatermark() - replica.logStartOffset());
              }
            } catch (RuntimeException e) {
              ApiError.fromThrowable(e).applyTo(out);
            }
          }
          return response;
        });
  }

  // ------------------------------------------------------------------------------ key-value tables

  @Override
  public CompletableFuture<PutKvResponse> putKv(PutKvRequest request) {
    try {
      return new PutKvCall(request, hosted).start();
    } catch (InvalidRequiredAcksException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<LookupResponse> lookup(LookupRequest request) {
    try {
      return new LookupCall(request, hosted, readers).start();
    } catch (IllegalArgumentException | InvalidRequiredAcksException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<PrefixLookupResponse> prefixLookup(PrefixLookupRequest request) {
    Session session = Session.current();
    return read(
        () -> {
          PrefixLookupResponse response = new PrefixLookupResponse();
          ReadBudget budget = new ReadBudget(LookupCall.MAX_BYTES);
          for (PbPrefixLookupReqForBucket asked : request.getBucketsReqList()) {
            PbPrefixLookupRespForBucket out =
                response.addBucketsResp().setBucketId(asked.getBucketId());
            if (asked.hasPartitionId()) {
              out.setPartitionId(asked.getPartitionId());
            }
            try {
              Replica replica =
                  hosted.replica(
                      new TableBucket(
                          request.getTableId(),
                          asked.hasPartitionId() ? Long.valueOf(asked.getPartitionId()) : null,
                          asked.getBucketId()));
              KvReader store = replica.leaderStore();
              KeyVersions.ensureKnown(replica.table(), session.apiVersion());
              List<List<byte[]>> found = new ArrayList<>();
              for (int i = 0; i < asked.getKeysCount(); i++) {
                found.add(store.prefixLookup(asked.getKeysAt(i), budget));
              }
              for (List<byte[]> values : found) {
                PbValueList list = out.addValueLists();
                values.forEach(list::addValues);
              }
            } catch (RuntimeException e) {
              ApiError.fromThrowable(e).applyTo(out);
            }
          }
          return response;
        });
  }

  // ------------------------------------------------------------------ what the coordinator decides

  /** Requests of a coordinator that was replaced are refused. */
  private synchronized void checkEpoch(int epoch) {
    if (epoch < coordinatorEpoch) {
      throw new InvalidCoordinatorException(
          "Coordinator epoch " + epoch + " is over, " + coordinatorEpoch + " has begun.");
    }
    coordinatorEpoch = epoch;
  }

  @Override
  public CompletableFuture<UpdateMetadataResponse> updateMetadata(UpdateMetadataRequest request) {
    return answer(
        () -> {
          checkEpoch(request.hasCoordinatorEpoch() ? request.getCoordinatorEpoch() : 0);
          MetadataUpdate update = MetadataUpdate.fromRequest(request);
          Set<Integer> before = cache().tabletServers().keySet();
          cache().apply(update);
          if (!cache().tabletServers().keySet().containsAll(before)) {
            // Writers need not wait for a follower that is dead.
            replicas.checkLag();
          }
          update.tables().forEach(table -> replicas.tableChanged(table.info()));
          return new UpdateMetadataResponse();
        });
  }

  @Override
  public CompletableFuture<NotifyLeaderAndIsrResponse> notifyLeaderAndIsr(
      NotifyLeaderAndIsrRequest request) {
    try {
      checkEpoch(request.getCoordinatorEpoch());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    int epoch = request.getCoordinatorEpoch();
    return ofEach(
        request.getNotifyBucketsLeaderReqList(),
        (bucket, done) ->
            replicas.assign(
                Wire.read(bucket.getPhysicalTablePath()),
                Wire.read(bucket.getTableBucket()),
                assignment(bucket, epoch),
                done),
        errors -> {
          NotifyLeaderAndIsrResponse response = new NotifyLeaderAndIsrResponse();
          for (int i = 0; i < errors.length; i++) {
            PbNotifyLeaderAndIsrRespForBucket out = response.addNotifyBucketsLeaderResp();
            Wire.write(
                Wire.read(request.getNotifyBucketsLeaderReqAt(i).getTableBucket()),
                out.setTableBucket());
            if (errors[i] != null) {
              ApiError.fromThrowable(errors[i]).applyTo(out);
            }
          }
          return response;
        });
  }

  private static BucketAssignment assignment(PbNotifyLeaderAndIsrReqForBucket bucket, int epoch) {
    return new BucketAssignment(
        bucket.getLeader(),
        bucket.getLeaderEpoch(),
        bucket.getBucketEpoch(),
        epoch,
        ids(bucket.getReplicasArray()),
        ids(bucket.getIsrArray()));
  }

  private static List<Integer> ids(int[] array) {
    List<Integer> ids = new ArrayList<>(array.length);
    for (int id : array) {
      ids.add(id);
    }
    return ids;
  }

  @Override
  public CompletableFuture<StopReplicaResponse> stopReplica(StopReplicaRequest request) {
    try {
      checkEpoch(request.getCoordinatorEpoch());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return ofEach(
        request.getStopReplicasReqList(),
        (PbStopReplicaReqForBucket bucket, Consumer<RuntimeException> done) ->
            replicas.stop(
                Wire.read(bucket.getTableBucket()),
                bucket.getLeaderEpoch(),
                bucket.getDelete(),
                done),
        errors -> {
          StopReplicaResponse response = new StopReplicaResponse();
          for (int i = 0; i < errors.length; i++) {
            PbStopReplicaRespForBucket out = response.addStopReplicasResp();
            Wire.write(
                Wire.read(request.getStopReplicasReqAt(i).getTableBucket()), out.setTableBucket());
            if (errors[i] != null) {
              ApiError.fromThrowable(errors[i]).applyTo(out);
            }
          }
          return response;
        });
  }

  /** Begins something for each bucket; the answer is made when all are done. */
  private static <B, R> CompletableFuture<R> ofEach(
      List<B> buckets,
      BiConsumer<B, Consumer<RuntimeException>> action,
      Function<RuntimeException[], R> answer) {
    CompletableFuture<R> future = new CompletableFuture<>();
    RuntimeException[] errors = new RuntimeException[buckets.size()];
    AtomicInteger open = new AtomicInteger(buckets.size() + 1);
    Runnable closed =
        () -> {
          if (open.decrementAndGet() == 0) {
            future.complete(answer.apply(errors));
          }
        };
    for (int i = 0; i < errors.length; i++) {
      int index = i;
      Consumer<RuntimeException> done =
          error -> {
            errors[index] = error;
            closed.run();
          };
      try {
        action.accept(buckets.get(i), done);
      } catch (RuntimeException e) {
        done.accept(e);
      }
    }
    closed.run();
    return future;
  }

  @Override
  public CompletableFuture<NotifyRemoteLogOffsetsResponse> notifyRemoteLogOffsets(
      NotifyRemoteLogOffsetsRequest request) {
    return answer(
        () -> {
          checkEpoch(request.getCoordinatorEpoch());
          hosted
              .replica(
                  new TableBucket(
                      request.getTableId(),
                      request.hasPartitionId() ? Long.valueOf(request.getPartitionId()) : null,
                      request.getBucketId()))
              .remoteOffsets(request.getRemoteStartOffset(), request.getRemoteEndOffset());
          return new NotifyRemoteLogOffsetsResponse();
        });
  }

  @Override
  public CompletableFuture<NotifyKvSnapshotOffsetResponse> notifyKvSnapshotOffset(
      NotifyKvSnapshotOffsetRequest request) {
    return answer(
        () -> {
          checkEpoch(request.getCoordinatorEpoch());
          hosted
              .replica(
                  new TableBucket(
                      request.getTableId(),
                      request.hasPartitionId() ? Long.valueOf(request.getPartitionId()) : null,
                      request.getBucketId()))
              .storeNeedsLogFrom(request.getMinRetainOffset());
          return new NotifyKvSnapshotOffsetResponse();
        });
  }

  @Override
  public CompletableFuture<NotifyLakeTableOffsetResponse> notifyLakeTableOffset(
      NotifyLakeTableOffsetRequest request) {
    return answer(
        () -> {
          checkEpoch(request.getCoordinatorEpoch());
          for (PbNotifyLakeTableOffsetReqForBucket bucket : request.getNotifyBucketsReqList()) {
            hosted
                .replica(
                    new TableBucket(
                        bucket.getTableId(),
                        bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
                        bucket.getBucketId()))
                .lakeOffsets(
                    bucket.getSnapshotId(),
                    bucket.hasLogStartOffset() ? bucket.getLogStartOffset() : -1,
                    bucket.hasLogEndOffset() ? bucket.getLogEndOffset() : -1);
          }
          return new NotifyLakeTableOffsetResponse();
        });
  }
}
