// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.rpc.gateway.AdminReadOnlyGateway;
import org.apache.fluss.rpc.messages.GetFileSystemSecurityTokenRequest;
import org.apache.fluss.rpc.messages.GetFileSystemSecurityTokenResponse;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens are fetched once, renewed before they expire, and are no condition of reading. */
class SecurityTokensTest {
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger asked = new AtomicInteger();
  private final ManualClock clock = new ManualClock(1000);

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  private SecurityTokens tokens(
      CompletableFuture<GetFileSystemSecurityTokenResponse> answer, String... options) {
    Configuration conf = new Configuration();
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    AdminReadOnlyGateway gateway =
        new AdminReadOnlyGateway() {
          @Override
          public CompletableFuture<GetFileSystemSecurityTokenResponse> getFileSystemSecurityToken(
              GetFileSystemSecurityTokenRequest request) {
            asked.incrementAndGet();
            return answer;
          }
        };
    return new SecurityTokens(conf, gateway, scheduler, clock);
  }

  private static GetFileSystemSecurityTokenResponse token() {
    return new GetFileSystemSecurityTokenResponse().setSchema("file").setToken(new byte[0]);
  }

  @Test
  void oneTokenForManyFiles() throws Exception {
    SecurityTokens tokens = tokens(CompletableFuture.completedFuture(token()));
    tokens.ready().get();
    tokens.ready().get();
    assertThat(asked).hasValue(1);
  }

  @Test
  void anExpiringTokenIsRenewed() throws Exception {
    SecurityTokens tokens =
        tokens(CompletableFuture.completedFuture(token().setExpirationTime(1000)));
    tokens.ready().get();
    while (asked.get() < 3) {
      Thread.onSpinWait();
    }
  }

  /** A token of 100 seconds and a ratio of 0.75: the next one is asked for after 75. */
  @Test
  void theRatioDecidesWhenATokenIsRenewed() throws Exception {
    List<Long> pauses = new CopyOnWriteArrayList<>();
    ScheduledThreadPoolExecutor recording =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          public <T> ScheduledFuture<T> schedule(Callable<T> task, long delay, TimeUnit unit) {
            pauses.add(unit.toMillis(delay));
            return super.schedule(task, delay, unit);
          }
        };
    try {
      AdminReadOnlyGateway gateway =
          new AdminReadOnlyGateway() {
            @Override
            public CompletableFuture<GetFileSystemSecurityTokenResponse> getFileSystemSecurityToken(
                GetFileSystemSecurityTokenRequest request) {
              return CompletableFuture.completedFuture(
                  token().setExpirationTime(clock.milliseconds() + 100_000));
            }
          };
      new SecurityTokens(new Configuration(), gateway, recording, clock).ready().get();
      assertThat(pauses).containsExactly(75_000L);
    } finally {
      recording.shutdownNow();
    }
  }

  @Test
  void aFailureIsNoReasonNotToRead() throws Exception {
    SecurityTokens tokens =
        tokens(
            CompletableFuture.failedFuture(Errors.SECURITY_TOKEN_EXCEPTION.exception()),
            "client.filesystem.security.token.renewal.backoff",
            "1ms");
    tokens.ready().get();
    while (asked.get() < 3) {
      Thread.onSpinWait();
    }
  }
}
