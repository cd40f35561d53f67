// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.apache.fluss.server.zk.CoordinatorNode;
import org.apache.fluss.server.zk.InMemoryMetadataStore;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.MetadataStoreException.Reason;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.utils.clock.SystemClock;
import org.junit.jupiter.api.Test;

class FencedStoreTest {
  private final InMemoryMetadataStore store = new InMemoryMetadataStore(SystemClock.getInstance());

  private FencedStore taken(MetadataStore over) {
    FencedStore fenced = new FencedStore(over);
    fenced.takeOver();
    return fenced;
  }

  @Test
  void onlyTheLastThatTookOverWrites() {
    FencedStore first = taken(store);
    first.transact(List.of(NodeOp.create("/a")));
    FencedStore second = taken(store);
    assertThatThrownBy(() -> first.transact(List.of(NodeOp.create("/b"))))
        .isInstanceOf(CoordinatorReplacedException.class);
    second.transact(List.of(NodeOp.create("/c")));
    assertThat(store.get("/a")).isPresent();
    assertThat(store.get("/b")).isEmpty();
    assertThat(store.get("/c")).isPresent();
    // The epoch on the wire is still the peer's.
    assertThat(store.get(CoordinatorNode.EPOCH_PATH).get().data()).asString().isEqualTo("0");
  }

  @Test
  void aRefusedStepIsReportedAndNothingIsApplied() {
    FencedStore fenced = taken(store);
    fenced.transact(List.of(NodeOp.create("/a")));
    assertThatThrownBy(() -> fenced.transact(List.of(NodeOp.create("/b"), NodeOp.create("/a"))))
        .isInstanceOfSatisfying(
            MetadataStoreException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.NODE_EXISTS));
    assertThat(store.get("/b")).isEmpty();
    fenced.transact(List.of(NodeOp.create("/b")));
  }

  @Test
  void nothingIsWrittenBeforeTakingOver() {
    assertThatThrownBy(() -> new FencedStore(store).transact(List.of(NodeOp.create("/a"))))
        .isInstanceOf(IllegalStateException.class);
  }

  /** Answers get lost, with the transaction applied or not: each is applied exactly once. */
  @Test
  void lostAnswersNeitherLoseNorRepeatATransaction() {
    for (int seed = 0; seed < 20; seed++) {
      InMemoryMetadataStore under = new InMemoryMetadataStore(SystemClock.getInstance());
      FencedStore fenced = taken(under);
      FencedStore flaky = new FencedStore(losingAnswers(under, new Random(seed)));
      takeOverAtLast(flaky);
      assertThatThrownBy(() -> fenced.transact(List.of(NodeOp.create("/old"))))
          .isInstanceOf(CoordinatorReplacedException.class);
      for (int i = 0; i < 50; i++) {
        // Creating fails when applied twice, the next parent is missing when not applied.
        flaky.transact(List.of(NodeOp.create(path(i))));
      }
      assertThat(under.get(path(49))).isPresent();
    }
  }

  /** An answer is lost, and another takes over before this one can look again. */
  @Test
  void replacedAfterALostAnswerIsUnclear() {
    InMemoryMetadataStore under = new InMemoryMetadataStore(SystemClock.getInstance());
    FencedStore fenced =
        taken(
            watched(
                under,
                method -> {},
                method -> {
                  if (method.equals("transact") && under.get("/named").isPresent()) {
                    taken(under);
                    throw lost();
                  }
                }));
    Throwable failure = catchThrowable(() -> fenced.transact(List.of(NodeOp.create("/named"))));
    assertThat(failure).isInstanceOf(CoordinatorReplacedException.class);
    assertThat(under.get("/named")).isPresent();
    assertThat(FencedStore.isUnclear(failure)).isTrue();
    assertThat(FencedStore.isUnclear(new CompletionException(failure))).isTrue();
    assertThat(FencedStore.isUnclear(new MetadataStoreException(Reason.NODE_EXISTS, "there")))
        .isFalse();
  }

  private static String path(int depth) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i <= depth; i++) {
      path.append('/').append(i);
    }
    return path.toString();
  }

  private static void takeOverAtLast(FencedStore store) {
    while (true) {
      try {
        store.takeOver();
        return;
      } catch (MetadataStoreException e) {
        assertThat(e.reason()).isEqualTo(Reason.CONNECTION);
      }
    }
  }

  private static MetadataStore losingAnswers(MetadataStore store, Random random) {
    Consumer<String> maybeLost =
        method -> {
          if (random.nextInt(4) == 0) {
            throw lost();
          }
        };
    return watched(store, maybeLost, maybeLost);
  }

  /** The store, with something done before and after each call. */
  private static MetadataStore watched(
      MetadataStore store, Consumer<String> before, Consumer<String> after) {
    return (MetadataStore)
        Proxy.newProxyInstance(
            MetadataStore.class.getClassLoader(),
            new Class<?>[] {MetadataStore.class},
            (proxy, method, args) -> {
              before.accept(method.getName());
              Object answer;
              try {
                answer = method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              after.accept(method.getName());
              return answer;
            });
  }

  private static MetadataStoreException lost() {
    return new MetadataStoreException(Reason.CONNECTION, "lost");
  }
}
