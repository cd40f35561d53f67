// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.DatabaseExistsRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsResponse;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.GetTableInfoResponse;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.ListDatabasesResponse;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.LookupResponse;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.messages.StopReplicaRequest;
import org.apache.fluss.rpc.messages.StopReplicaResponse;
import org.apache.fluss.rpc.netty.server.Session;

/** A service whose behaviour tests set. */
public final class TestTablet implements TabletServerGateway {
  public final AtomicReference<Session> lastSession = new AtomicReference<>();
  public final ConcurrentLinkedQueue<CompletableFuture<ProduceLogResponse>> produces =
      new ConcurrentLinkedQueue<>();
  public volatile Function<ProduceLogRequest, CompletableFuture<ProduceLogResponse>> onProduce =
      request -> {
        CompletableFuture<ProduceLogResponse> answer = new CompletableFuture<>();
        produces.add(answer);
        return answer;
      };
  public volatile Function<FetchLogRequest, CompletableFuture<FetchLogResponse>> onFetch =
      request -> CompletableFuture.completedFuture(new FetchLogResponse());
  public volatile Function<GetTableInfoRequest, GetTableInfoResponse> onTableInfo =
      request -> new GetTableInfoResponse();
  public volatile CountDownLatch existsGate = new CountDownLatch(0);

  @Override
  public CompletableFuture<ListDatabasesResponse> listDatabases(ListDatabasesRequest request) {
    lastSession.set(Session.current());
    return CompletableFuture.completedFuture(new ListDatabasesResponse());
  }

  @Override
  public CompletableFuture<DatabaseExistsResponse> databaseExists(DatabaseExistsRequest request) {
    if (request.getDatabaseName().startsWith("slow")) {
      await(existsGate);
    }
    return CompletableFuture.completedFuture(
        new DatabaseExistsResponse().setExists(request.getDatabaseName().equals("vdb")));
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public CompletableFuture<GetTableInfoResponse> getTableInfo(GetTableInfoRequest request) {
    return CompletableFuture.completedFuture(onTableInfo.apply(request));
  }

  @Override
  public CompletableFuture<ProduceLogResponse> produceLog(ProduceLogRequest request) {
    return onProduce.apply(request);
  }

  @Override
  public CompletableFuture<FetchLogResponse> fetchLog(FetchLogRequest request) {
    return onFetch.apply(request);
  }

  @Override
  public CompletableFuture<LookupResponse> lookup(LookupRequest request) {
    return CompletableFuture.completedFuture(new LookupResponse());
  }

  @Override
  public CompletableFuture<StopReplicaResponse> stopReplica(StopReplicaRequest request) {
    return CompletableFuture.completedFuture(new StopReplicaResponse());
  }
}
