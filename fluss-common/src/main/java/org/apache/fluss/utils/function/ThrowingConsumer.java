// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.function;

import java.util.function.Consumer;
import org.apache.fluss.annotation.PublicStable;

/** An action on one argument that may throw {@code E}. */
@PublicStable
@FunctionalInterface
public interface ThrowingConsumer<T, E extends Throwable> {
  /** Acts on the argument. */
  void accept(T value) throws E;

  /** Hides the checked exception from the compiler; it is thrown on as it is. */
  static <T, E extends Throwable> Consumer<T> unchecked(ThrowingConsumer<T, E> action) {
    return value -> {
      try {
        action.accept(value);
      } catch (Throwable t) {
        throw Unchecked.<RuntimeException>sneak(t);
      }
    };
  }
}
