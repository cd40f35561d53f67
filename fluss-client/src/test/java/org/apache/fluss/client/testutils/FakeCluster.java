// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.testutils;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.cluster.BucketLocation;
import org.apache.fluss.cluster.Cluster;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.GetTableInfoResponse;
import org.apache.fluss.rpc.messages.InitWriterResponse;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.PbFetchLogReqForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogReqForTable;
import org.apache.fluss.rpc.messages.PbFetchLogRespForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogRespForTable;
import org.apache.fluss.rpc.messages.PbPartitionMetadata;
import org.apache.fluss.rpc.messages.PbPhysicalTablePath;
import org.apache.fluss.rpc.messages.PbProduceLogReqForBucket;
import org.apache.fluss.rpc.messages.PbTableMetadata;
import org.apache.fluss.rpc.messages.PbTablePath;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;

/**
 * One tablet server and one coordinator in memory, reached without a network: tables without
 * partitions, their logs, and writer ids. What a test wants answered differently it intercepts;
 * what is neither served nor intercepted stays unanswered and can be answered by the test.
 */
public final class FakeCluster implements RpcClient {
  public static final int SERVER = 0;

  /** A request and its answer. */
  public static final class Sent {
    public final ApiKeys api;
    public final ApiMessage request;
    public final CompletableFuture<ApiMessage> answer = new CompletableFuture<>();

    Sent(ApiKeys api, ApiMessage request) {
      this.api = api;
      this.request = request;
    }
  }

  private final Map<TablePath, TableInfo> tables = new HashMap<>();
  private final Map<PhysicalTablePath, Long> partitions = new HashMap<>();
  private final Map<TableBucket, List<byte[]>> logs = new HashMap<>();
  private final Map<TableBucket, Long> ends = new HashMap<>();
  private final Map<ApiKeys, Function<ApiMessage, CompletableFuture<ApiMessage>>> interceptors =
      new HashMap<>();
  private final List<Sent> sent = new ArrayList<>();
  private final List<Sent> waitingFetches = new ArrayList<>();
  private long nextWriterId = 100;

  public synchronized TableInfo createTable(TablePath path, TableDescriptor descriptor) {
    TableInfo table = TableInfo.of(path, tables.size() + 1, 1, descriptor, 0, 0);
    tables.put(path, table);
    return table;
  }

  /** Makes a partition known, which any table of this path has. */
  public synchronized void createPartition(PhysicalTablePath path, long id) {
    partitions.put(path, id);
  }

  /** Answers requests of an api; a null answer means the usual one. */
  public synchronized void intercept(
      ApiKeys api, Function<ApiMessage, CompletableFuture<ApiMessage>> answers) {
    interceptors.put(api, answers);
  }

  /** Leaves requests of an api unanswered. */
  public void hold(ApiKeys api) {
    intercept(api, request -> new CompletableFuture<>());
  }

  public synchronized void serve(ApiKeys api) {
    interceptors.remove(api);
  }

  /** The requests of an api so far. */
  public synchronized List<Sent> sent(ApiKeys api) {
    List<Sent> found = new ArrayList<>();
    for (Sent one : sent) {
      if (one.api == api) {
        found.add(one);
      }
    }
    return found;
  }

  /** Metadata of all tables there are now. */
  public synchronized MetadataUpdater metadata(Configuration conf) {
    Map<PhysicalTablePath, List<BucketLocation>> locations = new HashMap<>();
    Map<TablePath, Long> ids = new HashMap<>();
    for (TableInfo table : tables.values()) {
      PhysicalTablePath path = PhysicalTablePath.of(table.getTablePath());
      List<BucketLocation> buckets = new ArrayList<>();
      for (int bucket = 0; bucket < table.getNumBuckets(); bucket++) {
        buckets.add(
            new BucketLocation(path, table.getTableId(), bucket, SERVER, new int[] {SERVER}));
      }
      locations.put(path, buckets);
      ids.put(table.getTablePath(), table.getTableId());
    }
    return new MetadataUpdater(
        this,
        conf,
        new Cluster(
            Map.of(SERVER, server()), coordinator(), locations, ids, Collections.emptyMap()));
  }

  private static ServerNode server() {
    return new ServerNode(SERVER, "localhost", 2, ServerType.TABLET_SERVER);
  }

  private static ServerNode coordinator() {
    return new ServerNode(0, "localhost", 1, ServerType.COORDINATOR);
  }

  @Override
  public CompletableFuture<ApiMessage> sendRequest(
      ServerNode node, ApiKeys api, ApiMessage request) {
    Sent one = new Sent(api, request);
    CompletableFuture<ApiMessage> answer;
    synchronized (this) {
      sent.add(one);
      Function<ApiMessage, CompletableFuture<ApiMessage>> interceptor = interceptors.get(api);
      answer = interceptor == null ? null : interceptor.apply(request);
      if (answer == null) {
        answer = answer(one);
      }
    }
    answer.whenComplete(
        (message, failure) -> {
          if (failure == null) {
            one.answer.complete(message);
          } else {
            one.answer.completeExceptionally(failure);
          }
        });
    return one.answer;
  }

  private CompletableFuture<ApiMessage> answer(Sent one) {
    switch (one.api) {
      case GET_METADATA:
        try {
          return done(metadata((MetadataRequest) one.request));
        } catch (ApiException e) {
          return CompletableFuture.failedFuture(e);
        }
      case GET_TABLE_INFO:
        return tableInfo((GetTableInfoRequest) one.request);
      case INIT_WRITER:
        return done(new InitWriterResponse().setWriterId(nextWriterId++));
      case PRODUCE_LOG:
        return done(produce((ProduceLogRequest) one.request));
      case FETCH_LOG:
        FetchLogResponse data = fetch((FetchLogRequest) one.request);
        if (data != null) {
          return done(data);
        }
        waitingFetches.add(one);
        return new CompletableFuture<>();
      default:
        return new CompletableFuture<>();
    }
  }

  private static CompletableFuture<ApiMessage> done(ApiMessage answer) {
    return CompletableFuture.completedFuture(answer);
  }

  private MetadataResponse metadata(MetadataRequest request) {
    MetadataResponse answer = new MetadataResponse();
    answer.setCoordinatorServer().setNodeId(0).setHost("localhost").setPort(1);
    answer.addTabletServers().setNodeId(SERVER).setHost("localhost").setPort(2);
    for (PbTablePath wanted : request.getTablePathList()) {
      TablePath path = TablePath.of(wanted.getDatabaseName(), wanted.getTableName());
      TableInfo table = tables.get(path);
      if (table == null) {
        throw Errors.TABLE_NOT_EXIST.exception("No table " + path + ".");
      }
      PbTableMetadata entry =
          answer
              .addTableMetadata()
              .setTableId(table.getTableId())
              .setSchemaId(table.getSchemaId())
              .setTableJson(table.toTableDescriptor().toJsonBytes())
              .setCreatedTime(0)
              .setModifiedTime(0);
      entry
          .setTablePath()
          .setDatabaseName(path.getDatabaseName())
          .setTableName(path.getTableName());
      for (int bucket = 0; bucket < table.getNumBuckets(); bucket++) {
        entry.addBucketMetadata().setBucketId(bucket).setLeaderId(SERVER).setLeaderEpoch(0);
      }
    }
    for (PbPhysicalTablePath wanted : request.getPartitionsPathList()) {
      TablePath path = TablePath.of(wanted.getDatabaseName(), wanted.getTableName());
      Long id = partitions.get(PhysicalTablePath.of(path, wanted.getPartitionName()));
      if (id == null) {
        throw Errors.PARTITION_NOT_EXISTS.exception("No partition " + wanted.getPartitionName());
      }
      PbPartitionMetadata entry =
          answer
              .addPartitionMetadata()
              .setTableId(tables.get(path).getTableId())
              .setPartitionName(wanted.getPartitionName())
              .setPartitionId(id);
      for (int bucket = 0; bucket < tables.get(path).getNumBuckets(); bucket++) {
        entry.addBucketMetadata().setBucketId(bucket).setLeaderId(SERVER).setLeaderEpoch(0);
      }
    }
    return answer;
  }

  private CompletableFuture<ApiMessage> tableInfo(GetTableInfoRequest request) {
    TablePath path =
        TablePath.of(
            request.getTablePath().getDatabaseName(), request.getTablePath().getTableName());
    TableInfo table = tables.get(path);
    return table == null
        ? CompletableFuture.failedFuture(Errors.TABLE_NOT_EXIST.exception("No table " + path))
        : done(
            new GetTableInfoResponse()
                .setTableId(table.getTableId())
                .setSchemaId(table.getSchemaId())
                .setTableJson(table.toTableDescriptor().toJsonBytes())
                .setCreatedTime(0)
                .setModifiedTime(0));
  }

  /** Appends the batches of a request as a leader does. */
  public synchronized ProduceLogResponse produce(ProduceLogRequest request) {
    ProduceLogResponse answer = new ProduceLogResponse();
    for (PbProduceLogReqForBucket entry : request.getBucketsReqList()) {
      TableBucket bucket = new TableBucket(request.getTableId(), entry.getBucketId());
      long base = append(bucket, entry.getRecords());
      answer.addBucketsResp().setBucketId(entry.getBucketId()).setBaseOffset(base);
    }
    return answer;
  }

  /** Appends a batch; gives its first offset. */
  public synchronized long append(TableBucket bucket, byte[] batch) {
    ByteBuffer bytes = ByteBuffer.wrap(batch);
    long base = ends.getOrDefault(bucket, 0L);
    LogBatchHeader.ensureValid(bytes, 0, batch.length);
    LogBatchHeader.stamp(bytes, 0, base, 1_000 + base);
    logs.computeIfAbsent(bucket, b -> new ArrayList<>()).add(batch);
    ends.put(bucket, LogBatchHeader.nextOffset(bytes, 0));
    List<Sent> waiting = new ArrayList<>(waitingFetches);
    waitingFetches.clear();
    for (Sent fetch : waiting) {
      FetchLogResponse data = fetch((FetchLogRequest) fetch.request);
      if (data == null) {
        waitingFetches.add(fetch);
      } else {
        fetch.answer.complete(data);
      }
    }
    return base;
  }

  public synchronized List<byte[]> log(TableBucket bucket) {
    return new ArrayList<>(logs.getOrDefault(bucket, Collections.emptyList()));
  }

  /** The wanted batches, within the limits asked for; null if there are none. */
  public synchronized FetchLogResponse fetch(FetchLogRequest request) {
    FetchLogResponse answer = new FetchLogResponse();
    boolean hasData = false;
    for (PbFetchLogReqForTable table : request.getTablesReqList()) {
      PbFetchLogRespForTable tableAnswer = answer.addTablesResp().setTableId(table.getTableId());
      for (PbFetchLogReqForBucket entry : table.getBucketsReqList()) {
        TableBucket bucket = new TableBucket(table.getTableId(), entry.getBucketId());
        PbFetchLogRespForBucket bucketAnswer =
            tableAnswer.addBucketsResp().setBucketId(entry.getBucketId());
        long end = ends.getOrDefault(bucket, 0L);
        if (entry.getFetchOffset() > end) {
          bucketAnswer
              .setErrorCode(Errors.LOG_OFFSET_OUT_OF_RANGE_EXCEPTION.code())
              .setErrorMessage("The log ends at " + end);
          hasData = true;
          continue;
        }
        byte[] data = data(bucket, entry.getFetchOffset(), entry.getMaxFetchBytes());
        bucketAnswer.setHighWatermark(end).setLogStartOffset(0).setRecords(data);
        hasData |= data.length > 0;
      }
    }
    return hasData ? answer : null;
  }

  private byte[] data(TableBucket bucket, long offset, int maxBytes) {
    ByteBuffer out = ByteBuffer.allocate(1 << 22);
    for (byte[] batch : log(bucket)) {
      if (LogBatchHeader.nextOffset(ByteBuffer.wrap(batch), 0) > offset
          && (out.position() == 0 || out.position() + batch.length <= maxBytes)) {
        out.put(batch);
      }
    }
    byte[] data = new byte[out.position()];
    out.flip();
    out.get(data);
    return data;
  }

  @Override
  public boolean isReady(String serverUid) {
    return true;
  }

  @Override
  public CompletableFuture<Void> disconnect(String serverUid) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void close() {}
}
