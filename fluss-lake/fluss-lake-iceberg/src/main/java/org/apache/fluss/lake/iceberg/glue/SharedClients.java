// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * AWS clients of the process, one per kind and properties: Iceberg makes a file io, and with it a
 * client and its connections, for every table it loads. Closing a shared client does nothing; as
 * they are few they live as long as the process. Thread-safe.
 */
final class SharedClients {

  // whoever changes options that often, in one process, gets clients of his own
  private static final int LIMIT = 32;

  // guarded by itself
  private static final Map<Map<String, String>, Object> CLIENTS = new LinkedHashMap<>();

  private SharedClients() {}

  static <T> T get(Class<T> type, Map<String, String> properties, Supplier<T> maker) {
    Map<String, String> key = new TreeMap<>(properties);
    key.put("client type", type.getName());
    synchronized (CLIENTS) {
      Object known = CLIENTS.get(key);
      if (known != null) {
        return type.cast(known);
      }
      T made = maker.get();
      if (CLIENTS.size() >= LIMIT) {
        return made;
      }
      T unclosable = withoutClose(type, made);
      CLIENTS.put(key, unclosable);
      return unclosable;
    }
  }

  private static <T> T withoutClose(Class<T> type, T client) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              if (method.getName().equals("close") && method.getParameterCount() == 0) {
                return null;
              }
              try {
                return method.invoke(client, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
