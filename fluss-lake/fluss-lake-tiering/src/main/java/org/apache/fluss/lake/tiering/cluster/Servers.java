// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.cluster;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.LeaderNotAvailableException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.exception.RetriableException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.PbBucketMetadata;
import org.apache.fluss.rpc.messages.PbServerNode;
import org.apache.fluss.rpc.messages.PbTablePath;
import org.apache.fluss.rpc.protocol.ApiKeys;

/** The servers of a cluster, which of them leads a bucket, and calls to them. Thread-safe. */
final class Servers {
  /** How long a call is repeated whose failures may go away by themselves. */
  private static final int ATTEMPTS = 8;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final int MAX_LEADERS = 100_000;

  private final RpcClient client;
  private final List<ServerNode> bootstrap = new ArrayList<>();
  private final Consumer<Duration> pause;

  private volatile ServerNode coordinator;
  private volatile Map<Integer, ServerNode> tabletServers = Map.of();
  // guarded by itself
  private final Map<TableBucket, Integer> leaders = new HashMap<>();

  /**
   * @param pause waits; an interrupted one throws
   */
  Servers(RpcClient client, List<InetSocketAddress> bootstrap, Consumer<Duration> pause) {
    this.client = client;
    this.pause = pause;
    for (InetSocketAddress address : bootstrap) {
      this.bootstrap.add(
          new ServerNode(
              -1 - this.bootstrap.size(),
              address.getHostString(),
              address.getPort(),
              ServerType.UNKNOWN));
    }
  }

  // ---- calls

  /** Calls a server and waits for its answer. */
  static ApiMessage await(CompletableFuture<ApiMessage> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ApiException) {
        throw (ApiException) e.getCause();
      }
      throw new FlussRuntimeException("A call failed: " + e.getCause(), e.getCause());
    }
  }

  CompletableFuture<ApiMessage> send(ServerNode server, ApiKeys api, ApiMessage request) {
    return client.sendRequest(server, api, request);
  }

  private ApiMessage call(ServerNode server, ApiKeys api, ApiMessage request) {
    return await(send(server, api, request));
  }

  /** Calls any server, the next one if one cannot be reached. */
  ApiMessage callAny(ApiKeys api, Supplier<? extends ApiMessage> request) {
    List<ServerNode> servers = new ArrayList<>(tabletServers.values());
    Collections.shuffle(servers);
    servers.addAll(bootstrap);
    NetworkException lost = null;
    for (ServerNode server : servers) {
      try {
        return call(server, api, request.get());
      } catch (NetworkException e) {
        lost = e;
      }
    }
    throw new NetworkException("None of the servers " + servers + " can be reached.", lost);
  }

  /** Calls the coordinator once; after a failure it is looked for again by the next call. */
  ApiMessage callCoordinator(ApiKeys api, ApiMessage request) {
    ServerNode server = coordinator;
    if (server == null) {
      refresh(new MetadataRequest());
      server = coordinator;
      if (server == null) {
        throw new LeaderNotAvailableException("The cluster has no coordinator at the moment.");
      }
    }
    try {
      return call(server, api, request);
    } catch (RetriableException e) {
      coordinator = null;
      throw e;
    }
  }

  /** Repeats a call while its failures may go away by themselves. */
  <T> T retrying(Supplier<T> call) {
    Duration wait = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      try {
        return call.get();
      } catch (RetriableException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
      pause.accept(wait);
      wait = wait.multipliedBy(2);
    }
  }

  void pause(Duration wait) {
    pause.accept(wait);
  }

  // ---- metadata

  private MetadataResponse refresh(MetadataRequest request) {
    MetadataResponse answer = (MetadataResponse) callAny(ApiKeys.GET_METADATA, () -> request);
    coordinator =
        answer.hasCoordinatorServer()
            ? node(answer.getCoordinatorServer(), ServerType.COORDINATOR)
            : null;
    Map<Integer, ServerNode> alive = new HashMap<>();
    for (PbServerNode server : answer.getTabletServersList()) {
      alive.put(server.getNodeId(), node(server, ServerType.TABLET_SERVER));
    }
    tabletServers = Map.copyOf(alive);
    return answer;
  }

  String describe() {
    refresh(new MetadataRequest());
    return tabletServers.size()
        + " tablet servers, "
        + (coordinator == null
            ? "no coordinator"
            : "coordinator at " + coordinator.host() + ":" + coordinator.port());
  }

  private static ServerNode node(PbServerNode server, ServerType type) {
    return new ServerNode(server.getNodeId(), server.getHost(), server.getPort(), type);
  }

  /** The server that leads a bucket; {@link LeaderNotAvailableException} if none is known. */
  ServerNode leader(TableInfo table, TableBucket bucket) {
    Integer id = knownLeader(bucket);
    if (id == null) {
      refreshLeaders(table, bucket.getPartitionId());
      id = knownLeader(bucket);
    }
    ServerNode server = id == null ? null : tabletServers.get(id);
    if (server == null) {
      forgetLeader(bucket);
      throw new LeaderNotAvailableException(
          "Bucket " + bucket + " of " + table.getTablePath() + " has no leader at the moment.");
    }
    return server;
  }

  private Integer knownLeader(TableBucket bucket) {
    synchronized (leaders) {
      return leaders.get(bucket);
    }
  }

  void forgetLeader(TableBucket bucket) {
    synchronized (leaders) {
      leaders.remove(bucket);
    }
  }

  private void refreshLeaders(TableInfo table, Long partitionId) {
    MetadataRequest request = new MetadataRequest();
    request.addTablePath(path(table.getTablePath()));
    if (partitionId != null) {
      request.addPartitionsId(partitionId);
    }
    MetadataResponse answer = refresh(request);
    synchronized (leaders) {
      if (leaders.size() > MAX_LEADERS) {
        leaders.clear();
      }
      answer
          .getTableMetadataList()
          .forEach(t -> learn(t.getTableId(), null, t.getBucketMetadataList()));
      answer
          .getPartitionMetadataList()
          .forEach(p -> learn(p.getTableId(), p.getPartitionId(), p.getBucketMetadataList()));
    }
  }

  private void learn(long tableId, Long partitionId, List<PbBucketMetadata> buckets) {
    for (PbBucketMetadata bucket : buckets) {
      TableBucket key = new TableBucket(tableId, partitionId, bucket.getBucketId());
      if (bucket.hasLeaderId()) {
        leaders.put(key, bucket.getLeaderId());
      } else {
        leaders.remove(key);
      }
    }
  }

  static PbTablePath path(TablePath path) {
    return new PbTablePath()
        .setDatabaseName(path.getDatabaseName())
        .setTableName(path.getTableName());
  }
}
