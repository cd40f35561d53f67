// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import java.io.Closeable;
import java.util.Collections;
import java.util.Iterator;

/** An iterator that holds resources until it is closed. Not thread-safe. */
public interface CloseableIterator<T> extends Iterator<T>, Closeable {

  /** Frees what the iterator holds. Closing twice does nothing. */
  @Override
  void close();

  /** An iterator without elements. */
  static <R> CloseableIterator<R> emptyIterator() {
    return wrap(Collections.emptyIterator());
  }

  /** Presents an iterator that holds nothing as a closeable one. */
  static <R> CloseableIterator<R> wrap(Iterator<R> iterator) {
    return new CloseableIterator<R>() {
      @Override
      public boolean hasNext() {
        return iterator.hasNext();
      }

      @Override
      public R next() {
        return iterator.next();
      }

      @Override
      public void remove() {
        iterator.remove();
      }

      @Override
      public void close() {}
    };
  }
}
