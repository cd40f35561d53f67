// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.function;

import org.apache.fluss.annotation.PublicStable;

/** A function that may throw {@code E}. */
@PublicStable
@FunctionalInterface
public interface FunctionWithException<T, R, E extends Throwable> {
  /** Applies the function. */
  R apply(T value) throws E;
}
