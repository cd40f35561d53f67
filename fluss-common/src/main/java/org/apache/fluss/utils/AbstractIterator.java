// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** An iterator that finds each element only when it is asked for. Not thread-safe. */
public abstract class AbstractIterator<T> implements Iterator<T> {
  private T next;
  private boolean done;

  /** The next element, or the result of {@link #allDone}. */
  protected abstract T makeNext();

  /** To be returned when there are no more elements. */
  protected final T allDone() {
    done = true;
    return null;
  }

  @Override
  public final boolean hasNext() {
    if (next == null && !done) {
      next = makeNext();
    }
    return next != null;
  }

  /** The next element, which stays the next. */
  public final T peek() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return next;
  }

  @Override
  public final T next() {
    T element = peek();
    next = null;
    return element;
  }
}
