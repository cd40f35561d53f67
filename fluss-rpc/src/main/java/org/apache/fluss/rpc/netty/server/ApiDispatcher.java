// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.server;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.rpc.RpcGateway;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.ApiVersionsResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.RPC;

/** The calls a service implements, by API. Immutable. */
final class ApiDispatcher {
  private static final MethodType CALL =
      MethodType.methodType(CompletableFuture.class, ApiMessage.class);

  private final ServerType serverType;
  private final Map<ApiKeys, MethodHandle> calls = new EnumMap<>(ApiKeys.class);

  ApiDispatcher(ServerType serverType, RpcGateway service) {
    this.serverType = serverType;
    for (Method method : service.getClass().getMethods()) {
      if (method.isBridge() || method.isDefault() || method.getParameterCount() != 1) {
        continue;
      }
      Method declared = declaration(service.getClass(), method);
      if (declared != null) {
        add(declared, service);
      }
    }
  }

  private void add(Method declared, RpcGateway service) {
    ApiKeys api = declared.getAnnotation(RPC.class).api();
    if (!api.servedBy(serverType)) {
      return;
    }
    try {
      MethodHandle handle = MethodHandles.publicLookup().unreflect(declared);
      calls.put(api, handle.bindTo(service).asType(CALL));
    } catch (IllegalAccessException e) {
      throw new FlussRuntimeException("The gateway method " + declared + " is not public.", e);
    }
  }

  /** The annotated interface method this method implements, or null. */
  private static Method declaration(Class<?> type, Method method) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Class<?> gateway : c.getInterfaces()) {
        Method found = inInterface(gateway, method);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static Method inInterface(Class<?> gateway, Method method) {
    if (!RpcGateway.class.isAssignableFrom(gateway)) {
      return null;
    }
    for (Method candidate : gateway.getMethods()) {
      if (candidate.isAnnotationPresent(RPC.class)
          && candidate.getName().equals(method.getName())
          && candidate.getParameterTypes()[0] == method.getParameterTypes()[0]) {
        return candidate;
      }
    }
    return null;
  }

  /** Whether requests of this API are answered other than by an error. */
  boolean serves(ApiKeys api) {
    return api == ApiKeys.API_VERSIONS || api == ApiKeys.AUTHENTICATE || calls.containsKey(api);
  }

  /** Starts a call; whatever the service throws comes out. */
  CompletableFuture<? extends ApiMessage> call(ApiKeys api, ApiMessage request) throws Exception {
    try {
      @SuppressWarnings("unchecked")
      CompletableFuture<? extends ApiMessage> answer =
          (CompletableFuture<? extends ApiMessage>) calls.get(api).invokeExact(request);
      return answer;
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new FlussRuntimeException(e);
    }
  }

  ApiVersionsResponse versions() {
    ApiVersionsResponse answer = new ApiVersionsResponse().setServerType(serverType.toTypeId());
    for (ApiKeys api : ApiKeys.values()) {
      if (serves(api)) {
        answer
            .addApiVersions()
            .setApiKey(api.id())
            .setMinVersion(api.minVersion())
            .setMaxVersion(api.maxVersion());
      }
    }
    return answer;
  }
}
