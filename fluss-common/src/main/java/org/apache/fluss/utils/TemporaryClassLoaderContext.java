// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import org.apache.fluss.annotation.PublicStable;

/**
 * Sets the context class loader of the calling thread until closed:
 *
 * <pre>{@code
 * try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(loader)) {
 *   ...
 * }
 * }</pre>
 *
 * <p>Open and close it on the same thread.
 */
@PublicStable
public class TemporaryClassLoaderContext implements AutoCloseable {
  private final Thread thread;
  private final ClassLoader previous;

  private TemporaryClassLoaderContext(Thread thread, ClassLoader previous) {
    this.thread = thread;
    this.previous = previous;
  }

  /** Makes {@code loader} (null: the system loader) the context class loader of this thread. */
  public static TemporaryClassLoaderContext of(ClassLoader loader) {
    Thread thread = Thread.currentThread();
    TemporaryClassLoaderContext context =
        new TemporaryClassLoaderContext(thread, thread.getContextClassLoader());
    thread.setContextClassLoader(loader);
    return context;
  }

  /** Puts the earlier context class loader back. */
  @Override
  public void close() {
    thread.setContextClassLoader(previous);
  }
}
