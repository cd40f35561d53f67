// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.fluss.annotation.Internal;

/** Closes what is registered with it, in reverse order, when it is closed itself. Thread-safe. */
@Internal
public class CloseableRegistry implements Closeable {
  private final Deque<Closeable> open = new ArrayDeque<>();
  private final Set<Closeable> known = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean closed;

  /**
   * Adds something to close. It is closed at once, and the call fails, if the registry is closed.
   */
  public void registerCloseable(Closeable closeable) throws IOException {
    synchronized (this) {
      if (!closed) {
        if (known.add(closeable)) {
          open.push(closeable);
        }
        return;
      }
    }
    closeable.close();
    throw new IOException("This registry is closed, and with it what was to be registered.");
  }

  /** Removes something; false if it was not registered. */
  public synchronized boolean unregisterCloseable(Closeable closeable) {
    if (known.remove(closeable)) {
      open.removeIf(candidate -> candidate == closeable);
      return true;
    }
    return false;
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void close() throws IOException {
    List<Closeable> last;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      last = new ArrayList<>(open);
      open.clear();
      known.clear();
    }
    try {
      Closeables.closeAll(last);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
