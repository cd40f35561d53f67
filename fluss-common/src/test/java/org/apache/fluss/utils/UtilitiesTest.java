// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.utils.clock.ManualClock;
import org.apache.fluss.utils.function.ThrowingConsumer;
import org.apache.fluss.utils.function.ThrowingRunnable;
import org.apache.fluss.utils.types.Either;
import org.apache.fluss.utils.types.Tuple2;
import org.junit.jupiter.api.Test;

class UtilitiesTest {
  @Test
  void timeMovesWhenTold() {
    ManualClock clock = new ManualClock(1000);
    clock.advanceTime(Duration.ofSeconds(1));
    clock.advanceTime(5, TimeUnit.NANOSECONDS);
    assertThat(clock.milliseconds()).isEqualTo(2000);
    assertThat(clock.nanoseconds()).isEqualTo(2_000_000_005L);
    assertThat(clock.instant().toEpochMilli()).isEqualTo(2000);
  }

  @Test
  void everythingIsClosed() {
    List<String> closed = new ArrayList<>();
    AutoCloseable fails =
        () -> {
          closed.add("fails");
          throw new IOException("first");
        };
    AutoCloseable failsToo =
        () -> {
          throw new IOException("second");
        };
    assertThatThrownBy(() -> Closeables.closeAll(fails, null, failsToo, () -> closed.add("last")))
        .hasMessage("first")
        .satisfies(t -> assertThat(t.getSuppressed()).hasSize(1));
    assertThat(closed).containsExactly("fails", "last");
  }

  @Test
  void closingWaitsAndThrowsTheCause() throws Exception {
    AutoCloseableAsync good = () -> CompletableFuture.completedFuture(null);
    good.close();
    AutoCloseableAsync bad = () -> CompletableFuture.failedFuture(new IOException("disk"));
    assertThatThrownBy(bad::close).isInstanceOf(IOException.class).hasMessage("disk");
  }

  @Test
  void checkedExceptionsPassThrough() {
    assertThatThrownBy(
            () ->
                ThrowingRunnable.unchecked(
                        () -> {
                          throw new IOException("x");
                        })
                    .run())
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () ->
                ThrowingConsumer.<String, IOException>unchecked(
                        text -> {
                          throw new IOException(text);
                        })
                    .accept("y"))
        .isInstanceOf(IOException.class)
        .hasMessage("y");
  }

  @Test
  void eitherAndTuple() {
    Either<Integer, String> left = Either.left(1);
    assertThat(left.isLeft()).isTrue();
    assertThat(left.left()).isEqualTo(1);
    assertThatThrownBy(left::right).isInstanceOf(IllegalStateException.class);
    assertThat(Either.right("r")).isEqualTo(Either.Right.of("r")).isNotEqualTo(left);
    Tuple2<String, Integer> tuple = Tuple2.of("a", null);
    assertThat(tuple.copy()).isEqualTo(tuple).hasSameHashCodeAs(tuple).hasToString("(a,null)");
  }
}
