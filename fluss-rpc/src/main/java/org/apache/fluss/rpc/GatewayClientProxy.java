// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.exception.LeaderNotAvailableException;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.RPC;

/** A gateway whose methods send requests to a server. */
public final class GatewayClientProxy implements InvocationHandler {
  private final Supplier<ServerNode> server;
  private final RpcClient client;
  private final Class<?> gateway;
  private final Map<Method, ApiKeys> apis = new HashMap<>();

  private GatewayClientProxy(Supplier<ServerNode> server, RpcClient client, Class<?> gateway) {
    this.server = server;
    this.client = client;
    this.gateway = gateway;
    for (Method method : gateway.getMethods()) {
      RPC rpc = method.getAnnotation(RPC.class);
      if (rpc != null) {
        apis.put(method, rpc.api());
      }
    }
  }

  /**
   * Makes a gateway. Thread-safe like the client.
   *
   * @param server asked for every call; a null answer fails the call with a retriable error
   */
  public static <T extends RpcGateway> T createGatewayProxy(
      Supplier<ServerNode> server, RpcClient client, Class<T> gateway) {
    return gateway.cast(
        Proxy.newProxyInstance(
            gateway.getClassLoader(),
            new Class<?>[] {gateway},
            new GatewayClientProxy(server, client, gateway)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
    ApiKeys api = apis.get(method);
    if (api != null) {
      return send(api, (ApiMessage) args[0]);
    }
    switch (method.getName()) {
      case "equals":
        return proxy == args[0];
      case "hashCode":
        return System.identityHashCode(proxy);
      case "toString":
        return gateway.getSimpleName() + " of a remote server";
      default:
        throw new UnsupportedOperationException(method + " is no call of the protocol");
    }
  }

  private CompletableFuture<ApiMessage> send(ApiKeys api, ApiMessage request) {
    try {
      ServerNode node = server.get();
      if (node == null) {
        throw new LeaderNotAvailableException("No server is known that could answer " + api + ".");
      }
      return client.sendRequest(node, api, request);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
