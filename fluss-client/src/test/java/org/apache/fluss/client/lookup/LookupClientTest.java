// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.client.testutils.FakeCluster;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.NonPrimaryKeyTableException;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.LookupResponse;
import org.apache.fluss.rpc.messages.PbLookupRespForBucket;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lookups in flight, sent again, given up. */
class LookupClientTest {
  private final FakeCluster cluster = new FakeCluster();
  private final TableInfo table = cluster.createTable(Tables.KEYED, Tables.keyed(1));
  private final TableBucket bucket = new TableBucket(table.getTableId(), 0);
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger requests = new AtomicInteger();
  private LookupClient client;

  private void start(String... options) {
    start(0, options);
  }

  private void start(long companyWaitMicros, String... options) {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", "localhost:1");
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    client =
        new LookupClient(
            conf,
            cluster.metadata(conf),
            scheduler,
            task -> {
              Thread thread = new Thread(task, "test-lookup");
              thread.setDaemon(true);
              return thread;
            },
            companyWaitMicros);
  }

  @AfterEach
  void close() {
    client.close(Duration.ofMillis(1));
    scheduler.shutdownNow();
  }

  /** Fails the first requests, then finds every key whose first byte is even. */
  private void answer(Errors error, int failures) {
    cluster.intercept(
        ApiKeys.LOOKUP,
        message -> {
          LookupResponse answer = answerTo((LookupRequest) message);
          if (requests.incrementAndGet() <= failures) {
            answer = new LookupResponse();
            answer.addBucketsResp().setBucketId(0).setErrorCode(error.code());
          }
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
  }

  private static LookupResponse answerTo(LookupRequest request) {
    LookupResponse answer = new LookupResponse();
    PbLookupRespForBucket entry = answer.addBucketsResp().setBucketId(0);
    for (byte[] key : request.getBucketsReqAt(0).getKeysList()) {
      if (key[0] % 2 == 0) {
        entry.addValues().setValues(key);
      } else {
        entry.addValues();
      }
    }
    return answer;
  }

  private CompletableFuture<byte[]> lookup(int key) {
    return client.lookup(Tables.KEYED, bucket, new byte[] {(byte) key}, false);
  }

  /** While two requests are under way, lookups wait for an answer and go out together. */
  @Test
  void lookupsUnderLoadGoOutTogether() {
    start(TimeUnit.MINUTES.toMicros(1));
    BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
    BlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
    cluster.intercept(
        ApiKeys.LOOKUP,
        message -> {
          CompletableFuture<ApiMessage> answer = new CompletableFuture<>();
          held.add(() -> answer.complete(answerTo((LookupRequest) message)));
          sizes.add(((LookupRequest) message).getBucketsReqAt(0).getKeysCount());
          return answer;
        });
    List<CompletableFuture<byte[]>> found = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      found.add(lookup(i));
      assertThat(take(sizes)).isEqualTo(1);
    }
    for (int i = 2; i < 12; i++) {
      found.add(lookup(i));
    }
    take(held).run();
    assertThat(take(sizes)).isEqualTo(10);
    take(held).run();
    take(held).run();
    for (int i = 0; i < 12; i += 2) {
      assertThat(found.get(i).join()).containsExactly(i);
    }
  }

  private static <T> T take(BlockingQueue<T> queue) {
    try {
      T taken = queue.poll(30, TimeUnit.SECONDS);
      assertThat(taken).as("within 30 s").isNotNull();
      return taken;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void eachGetsItsOwnAnswer() {
    start();
    answer(Errors.NONE, 0);
    List<CompletableFuture<byte[]>> found = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      found.add(lookup(i));
    }
    for (int i = 0; i < 100; i++) {
      byte[] value = found.get(i).join();
      if (i % 2 == 0) {
        assertThat(value).containsExactly(i);
      } else {
        assertThat(value).isNull();
      }
    }
  }

  @Test
  void manyGoTogether() {
    start();
    answer(Errors.NONE, 0);
    List<CompletableFuture<byte[]>> found = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      found.add(lookup(i % 100));
    }
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).join() == null).isEqualTo(i % 2 == 1);
    }
    assertThat(requests.get()).isLessThan(10_000);
  }

  @Test
  void aFullQueueMakesCallersWait() {
    start(
        "client.lookup.queue-size",
        "3",
        "client.lookup.max-batch-size",
        "1",
        "client.lookup.max-inflight-requests",
        "1");
    cluster.hold(ApiKeys.LOOKUP);
    List<CompletableFuture<byte[]>> found = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> caller =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 100; i++) {
                found.add(lookup(2));
              }
            });
    while (found.size() < 4 || cluster.sent(ApiKeys.LOOKUP).isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(caller).isNotDone();
    assertThat(found.size()).as("queued, in flight, and on the way").isLessThanOrEqualTo(5);
    answer(Errors.NONE, 0);
    cluster
        .sent(ApiKeys.LOOKUP)
        .get(0)
        .answer
        .complete(answerTo((LookupRequest) cluster.sent(ApiKeys.LOOKUP).get(0).request));
    caller.join();
    found.forEach(one -> assertThat(one.join()).containsExactly(2));
    assertThat(found).hasSize(100);
  }

  @Test
  void isSentAgainToTheNewLeader() {
    start();
    answer(Errors.NOT_LEADER_OR_FOLLOWER, 2);
    assertThat(lookup(2).join()).containsExactly(2);
    assertThat(requests).hasValue(3);
    assertThat(cluster.sent(ApiKeys.GET_METADATA)).hasSize(2);
  }

  @Test
  void isGivenUp() {
    start("client.lookup.max-retries", "0");
    answer(Errors.NOT_LEADER_OR_FOLLOWER, 10);
    assertThatThrownBy(() -> lookup(2).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(NotLeaderOrFollowerException.class);
  }

  @Test
  void aFinalErrorFailsAtOnce() {
    start();
    answer(Errors.NON_PRIMARY_KEY_TABLE_EXCEPTION, 10);
    assertThatThrownBy(() -> lookup(2).join())
        .hasCauseInstanceOf(NonPrimaryKeyTableException.class);
    assertThat(requests).hasValue(1);
  }

  @Test
  void closingFailsWhatIsOpen() {
    start();
    client.close(Duration.ofMillis(1));
    assertThatThrownBy(() -> lookup(1)).isInstanceOf(IllegalStateException.class);
  }
}
