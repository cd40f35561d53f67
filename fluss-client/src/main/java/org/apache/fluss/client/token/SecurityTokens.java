// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.token;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.fs.SecurityTokenReceivers;
import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.rpc.gateway.AdminReadOnlyGateway;
import org.apache.fluss.rpc.messages.GetFileSystemSecurityTokenRequest;
import org.apache.fluss.rpc.messages.GetFileSystemSecurityTokenResponse;
import org.apache.fluss.rpc.messages.PbKeyValue;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the token a client needs to read the files of the servers, hands it to the file system,
 * and renews it before it expires. Begins with the first remote file. Thread-safe.
 */
@Internal
public final class SecurityTokens {
  private static final Logger LOG = LoggerFactory.getLogger(SecurityTokens.class);

  /** After the first failures a token is asked for sooner than the configured pause. */
  private static final long FIRST_BACKOFF_MS = 1000;

  private final AdminReadOnlyGateway gateway;
  private final ScheduledExecutorService scheduler;
  private final Clock clock;
  private final long maxBackoffMs;
  private final double renewalRatio;
  private CompletableFuture<Void> first;
  private int failures;

  public SecurityTokens(
      Configuration conf,
      AdminReadOnlyGateway gateway,
      ScheduledExecutorService scheduler,
      Clock clock) {
    this.gateway = gateway;
    this.scheduler = scheduler;
    this.clock = clock;
    this.maxBackoffMs =
        conf.get(ConfigOptions.FILESYSTEM_SECURITY_TOKEN_RENEWAL_RETRY_BACKOFF).toMillis();
    this.renewalRatio = conf.get(ConfigOptions.FILESYSTEM_SECURITY_TOKEN_RENEWAL_TIME_RATIO);
  }

  /** Done when the first token was asked for, also if there is none: files may need none. */
  public synchronized CompletableFuture<Void> ready() {
    if (first == null) {
      first = renew();
    }
    return first;
  }

  private CompletableFuture<Void> renew() {
    return gateway
        .getFileSystemSecurityToken(new GetFileSystemSecurityTokenRequest())
        .thenAcceptAsync(this::received, scheduler)
        .exceptionally(
            failure -> {
              long pauseMs;
              synchronized (this) {
                pauseMs = Math.min(maxBackoffMs, FIRST_BACKOFF_MS << Math.min(failures++, 20));
              }
              LOG.warn(
                  "No token for the files of the servers; asking again in {} ms.",
                  pauseMs,
                  Errors.unwrap(failure));
              later(pauseMs);
              return null;
            });
  }

  private void received(GetFileSystemSecurityTokenResponse answer) {
    Map<String, String> additions = new HashMap<>();
    for (PbKeyValue pair : answer.getAdditionInfoList()) {
      additions.put(pair.getKey(), pair.getValue());
    }
    Long validUntil = answer.hasExpirationTime() ? answer.getExpirationTime() : null;
    try {
      SecurityTokenReceivers.of(answer.getSchema())
          .onNewTokensObtained(
              new ObtainedSecurityToken(
                  answer.getSchema(), answer.getToken(), validUntil, additions));
    } catch (Exception e) {
      throw new IllegalStateException(
          "The token for '" + answer.getSchema() + "' cannot be used.", e);
    }
    synchronized (this) {
      failures = 0;
    }
    if (validUntil != null) {
      later(Math.round(renewalRatio * Math.max(0, validUntil - clock.milliseconds())));
    }
  }

  private void later(long pauseMs) {
    try {
      scheduler.schedule(this::renew, pauseMs, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The connection is closed, its token is not renewed.");
    }
  }
}
