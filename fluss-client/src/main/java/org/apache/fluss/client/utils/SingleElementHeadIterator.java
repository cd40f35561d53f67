// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.utils;

import org.apache.fluss.annotation.Internal;
import org.apache.fluss.utils.CloseableIterator;

/** One element, then those of another iterator. Can be filled again. Not thread-safe. */
@Internal
public class SingleElementHeadIterator<T> implements CloseableIterator<T> {
  private T head;
  private CloseableIterator<T> rest;
  private boolean headTaken;

  public SingleElementHeadIterator(T element, CloseableIterator<T> inner) {
    set(element, inner);
  }

  public static <T> SingleElementHeadIterator<T> addElementToHead(
      T firstElement, CloseableIterator<T> originElementIterator) {
    return new SingleElementHeadIterator<>(firstElement, originElementIterator);
  }

  /** Starts over with another element and iterator. */
  public void set(T element, CloseableIterator<T> inner) {
    this.head = element;
    this.rest = inner;
    this.headTaken = false;
  }

  @Override
  public boolean hasNext() {
    return !headTaken || rest.hasNext();
  }

  @Override
  public T next() {
    if (headTaken) {
      return rest.next();
    }
    headTaken = true;
    return head;
  }

  /** The next element, which stays the next one. */
  public T peek() {
    if (headTaken) {
      head = rest.next();
      headTaken = false;
    }
    return head;
  }

  @Override
  public void close() {
    rest.close();
  }
}
