// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.server;

import java.util.concurrent.Callable;
import org.apache.fluss.security.acl.FlussPrincipal;

/**
 * Who sent a request, and through which listener. Immutable. While a gateway method runs, {@link
 * #current()} is the session of its request; a method that goes on in another thread takes it along
 * itself.
 */
public final class Session {
  private static final ThreadLocal<Session> CURRENT = new ThreadLocal<>();

  private final short apiVersion;
  private final String listenerName;
  private final boolean internal;
  private final String clientIp;
  private final FlussPrincipal principal;

  /**
   * @param internal whether the listener is the one of the servers among themselves
   * @param clientIp textual address without host name
   */
  public Session(
      short apiVersion,
      String listenerName,
      boolean internal,
      String clientIp,
      FlussPrincipal principal) {
    this.apiVersion = apiVersion;
    this.listenerName = listenerName;
    this.internal = internal;
    this.clientIp = clientIp;
    this.principal = principal;
  }

  /**
   * The session of the request this thread is answering.
   *
   * @throws IllegalStateException outside of a gateway method
   */
  public static Session current() {
    Session session = CURRENT.get();
    if (session == null) {
      throw new IllegalStateException("This thread is not answering a request.");
    }
    return session;
  }

  /** Runs a call with this session as the current one. */
  public <T> T call(Callable<T> call) throws Exception {
    Session outer = CURRENT.get();
    CURRENT.set(this);
    try {
      return call.call();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /** Version of the API the client chose for this request. */
  public short apiVersion() {
    return apiVersion;
  }

  public String listenerName() {
    return listenerName;
  }

  /** Whether the request came in on the internal listener, which is trusted. */
  public boolean isInternal() {
    return internal;
  }

  public String clientIp() {
    return clientIp;
  }

  public FlussPrincipal principal() {
    return principal;
  }

  @Override
  public String toString() {
    return principal + " from " + clientIp + " on " + listenerName;
  }
}
