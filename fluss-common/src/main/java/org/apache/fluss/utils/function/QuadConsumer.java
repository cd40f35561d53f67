// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.function;

import org.apache.fluss.annotation.PublicEvolving;

/** An action on four arguments. */
@PublicEvolving
@FunctionalInterface
public interface QuadConsumer<S, T, U, V> {
  /** Acts on the arguments. */
  void accept(S first, T second, U third, V fourth);
}
