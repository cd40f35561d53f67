// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.protocol.ApiKeys;

/** Sends requests to servers over one connection per server. Thread-safe. */
public interface RpcClient extends AutoCloseable {
  /**
   * Sends a request, opening the connection when there is none. Requests to one server are sent in
   * the order of these calls. Byte fields of the request are sent from where they are and must not
   * change until the future is done.
   *
   * @return the answer, completed by a network thread, which must not be blocked. It fails with the
   *     exception of the server's error number; with {@link
   *     org.apache.fluss.exception.NetworkException} when the connection is lost, {@link
   *     org.apache.fluss.exception.TimeoutException} when the answer does not come in time, {@link
   *     org.apache.fluss.exception.UnsupportedVersionException} when the server has no version of
   *     the call that this client speaks, {@link
   *     org.apache.fluss.exception.AuthenticationException} when the server refuses the credentials
   */
  CompletableFuture<ApiMessage> sendRequest(ServerNode node, ApiKeys api, ApiMessage request);

  /** Whether the connection to this server is open and authenticated. */
  boolean isReady(String serverUid);

  /** Closes the connection to this server, if any; its open requests fail. */
  CompletableFuture<Void> disconnect(String serverUid);

  /** Closes all connections, failing open requests, and stops the network threads. */
  @Override
  void close();
}
