// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.rpc.messages.PbCreateAclRespInfo;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.security.acl.AclBinding;

/** What became of each right that was to be granted. Thread-safe. */
public class CreateAclsResult {
  private final Map<AclBinding, CompletableFuture<Void>> futures = new LinkedHashMap<>();

  public CreateAclsResult(Collection<AclBinding> aclBindings) {
    aclBindings.forEach(binding -> futures.put(binding, new CompletableFuture<>()));
  }

  /** One future per right. */
  public Map<AclBinding, CompletableFuture<Void>> getFutures() {
    return futures;
  }

  /** Done when all are; fails if one fails. */
  public CompletableFuture<Void> all() {
    return CompletableFuture.allOf(futures.values().toArray(new CompletableFuture<?>[0]));
  }

  /** Completes the futures by the answers of the server. */
  public void complete(List<PbCreateAclRespInfo> results) {
    Map<AclBinding, PbCreateAclRespInfo> byBinding = new LinkedHashMap<>();
    results.forEach(result -> byBinding.put(Acls.binding(result.getAcl()), result));
    for (Map.Entry<AclBinding, CompletableFuture<Void>> open :
        new ArrayList<>(futures.entrySet())) {
      PbCreateAclRespInfo result = byBinding.get(open.getKey());
      if (result == null) {
        open.getValue()
            .completeExceptionally(
                new UnknownServerException("The server did not answer for " + open.getKey() + "."));
        continue;
      }
      ApiError error = ApiError.fromErrorMessage(result);
      if (error.isFailure()) {
        open.getValue().completeExceptionally(error.exception());
      } else {
        open.getValue().complete(null);
      }
    }
  }

  /** Fails all futures. */
  public void completeExceptionally(Throwable failure) {
    futures.values().forEach(future -> future.completeExceptionally(failure));
  }
}
