// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.function;

import org.apache.fluss.annotation.PublicEvolving;

/** A function of two arguments. */
@PublicEvolving
@FunctionalInterface
public interface BiFunction<S, T, R> {
  /** Applies the function. */
  R apply(S first, T second);
}
