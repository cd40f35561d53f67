// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.gateway;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.exception.UnsupportedVersionException;
import org.apache.fluss.rpc.protocol.ApiKeys;

/** The typed answer to a call that a server does not serve. */
final class Unserved {
  private Unserved() {}

  static <T> CompletableFuture<T> answer(ApiKeys api) {
    return CompletableFuture.failedFuture(
        new UnsupportedVersionException("This server does not serve the call " + api + "."));
  }
}
