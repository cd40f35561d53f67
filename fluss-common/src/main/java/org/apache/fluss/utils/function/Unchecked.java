// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.function;

/** Throws a checked exception where the compiler expects none. */
final class Unchecked {
  private Unchecked() {}

  @SuppressWarnings("unchecked")
  static <E extends Throwable> E sneak(Throwable t) throws E {
    throw (E) t;
  }
}
