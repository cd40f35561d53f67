// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import java.util.Arrays;
import org.apache.fluss.annotation.Internal;

/** Closes several things, whatever goes wrong on the way. */
@Internal
public final class Closeables {
  private Closeables() {}

  /**
   * Closes all in order, skipping nulls; throws the first failure, the others suppressed in it,
   * once everything was tried.
   */
  public static void closeAll(AutoCloseable... closeables) throws Exception {
    closeAll(Arrays.asList(closeables));
  }

  /** As {@link #closeAll(AutoCloseable...)}. */
  public static void closeAll(Iterable<? extends AutoCloseable> closeables) throws Exception {
    Exception failure = null;
    for (AutoCloseable closeable : closeables) {
      try {
        if (closeable != null) {
          closeable.close();
        }
      } catch (Exception e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
