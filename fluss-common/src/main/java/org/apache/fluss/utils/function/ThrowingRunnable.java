// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.function;

import org.apache.fluss.annotation.PublicEvolving;

/** An action that may throw {@code E}. */
@PublicEvolving
@FunctionalInterface
public interface ThrowingRunnable<E extends Throwable> {
  /** Acts. */
  void run() throws E;

  /** Hides the checked exception from the compiler; it is thrown on as it is. */
  static Runnable unchecked(ThrowingRunnable<?> action) {
    return () -> {
      try {
        action.run();
      } catch (Throwable t) {
        throw Unchecked.<RuntimeException>sneak(t);
      }
    };
  }
}
