// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.function;

import org.apache.fluss.annotation.PublicStable;

/** A supplier that may throw {@code E}. */
@PublicStable
@FunctionalInterface
public interface SupplierWithException<R, E extends Throwable> {
  /** Gets the value. */
  R get() throws E;
}
