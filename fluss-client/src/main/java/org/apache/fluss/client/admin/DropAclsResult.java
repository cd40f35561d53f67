// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.rpc.messages.PbDropAclsFilterResult;
import org.apache.fluss.rpc.messages.PbDropAclsMatchingAcl;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.security.acl.AclBinding;
import org.apache.fluss.security.acl.AclBindingFilter;

/** What became of each filter of rights that were to be revoked. Thread-safe. */
public class DropAclsResult {
  private final Map<AclBindingFilter, CompletableFuture<FilterResults>> futures;

  DropAclsResult(Collection<AclBindingFilter> filters) {
    futures = new LinkedHashMap<>();
    filters.forEach(filter -> futures.put(filter, new CompletableFuture<>()));
  }

  /** One future per filter. */
  public Map<AclBindingFilter, CompletableFuture<FilterResults>> values() {
    return futures;
  }

  /** All revoked rights; fails if a filter or one of its rights failed. */
  public CompletableFuture<Collection<AclBinding>> all() {
    return CompletableFuture.allOf(futures.values().toArray(new CompletableFuture<?>[0]))
        .thenApply(
            nothing -> {
              List<AclBinding> revoked = new ArrayList<>();
              for (CompletableFuture<FilterResults> future : futures.values()) {
                for (FilterResult result : future.join().values()) {
                  if (result.exception() != null) {
                    throw result.exception();
                  }
                  revoked.add(result.binding());
                }
              }
              return revoked;
            });
  }

  /** Completes the futures by the answers of the server, which come in the order of the filters. */
  public void complete(List<PbDropAclsFilterResult> results) {
    int next = 0;
    for (Map.Entry<AclBindingFilter, CompletableFuture<FilterResults>> open : futures.entrySet()) {
      if (next >= results.size()) {
        open.getValue()
            .completeExceptionally(
                new UnknownServerException("The server did not answer for " + open.getKey() + "."));
        continue;
      }
      PbDropAclsFilterResult result = results.get(next++);
      ApiError error = ApiError.fromErrorMessage(result);
      if (error.isFailure()) {
        open.getValue().completeExceptionally(error.exception());
        continue;
      }
      List<FilterResult> matching = new ArrayList<>();
      for (PbDropAclsMatchingAcl acl : result.getMatchingAclsList()) {
        matching.add(
            new FilterResult(
                Acls.binding(acl.getAcl()), ApiError.fromErrorMessage(acl).exception()));
      }
      open.getValue().complete(new FilterResults(matching));
    }
  }

  /** Fails all futures. */
  public void completeExceptionally(Throwable failure) {
    futures.values().forEach(future -> future.completeExceptionally(failure));
  }

  /** A right that a filter matched. Immutable. */
  public static class FilterResult {
    private final AclBinding binding;
    private final ApiException exception;

    FilterResult(AclBinding binding, ApiException exception) {
      this.binding = binding;
      this.exception = exception;
    }

    /** Why the right was not revoked; null if it was. */
    public ApiException exception() {
      return exception;
    }

    public AclBinding binding() {
      return binding;
    }
  }

  /** The rights one filter matched. Immutable. */
  public static class FilterResults {
    private final List<FilterResult> values;

    FilterResults(List<FilterResult> values) {
      this.values = List.copyOf(values);
    }

    /** Unmodifiable. */
    public List<FilterResult> values() {
      return values;
    }
  }
}
