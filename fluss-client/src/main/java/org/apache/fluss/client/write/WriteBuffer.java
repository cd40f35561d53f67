// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.io.EOFException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory all batches of a connection share, as a budget in bytes: who wants more than is left
 * waits, first come first served. Thread-safe.
 */
final class WriteBuffer {
  private final long totalBytes;
  private final long waitNanos;
  private final Runnable onWait;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Condition> waiting = new ArrayDeque<>();
  private long available;
  private boolean closed;

  /**
   * @param waitNanos how long a caller waits at most
   * @param onWait told when a caller begins to wait
   */
  WriteBuffer(long totalBytes, long waitNanos, Runnable onWait) {
    this.totalBytes = totalBytes;
    this.available = totalBytes;
    this.waitNanos = waitNanos;
    this.onWait = onWait;
  }

  /**
   * Reserves memory, waiting for it if need be.
   *
   * @throws EOFException if there is not enough in time, or never will be
   */
  void reserve(long bytes) throws EOFException, InterruptedException {
    if (bytes > totalBytes) {
      throw new EOFException(
          "A batch of "
              + bytes
              + " bytes does not fit the write buffer of "
              + totalBytes
              + " bytes; raise client.writer.buffer.memory-size.");
    }
    lock.lock();
    try {
      if (waiting.isEmpty() && available >= bytes) {
        available -= bytes;
        return;
      }
      Condition turn = lock.newCondition();
      waiting.addLast(turn);
      try {
        long left = waitNanos;
        while (!closed && (waiting.peekFirst() != turn || available < bytes)) {
          if (left <= 0) {
            throw new EOFException(
                "The write buffer of "
                    + totalBytes
                    + " bytes stayed full for "
                    + TimeUnit.NANOSECONDS.toMillis(waitNanos)
                    + " ms: the cluster takes data slower than it is written.");
          }
          onWait.run();
          left = turn.awaitNanos(left);
        }
        if (closed) {
          throw new EOFException("The writer was closed while a record waited for memory.");
        }
        available -= bytes;
      } finally {
        waiting.remove(turn);
        wakeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reserves memory that is in use already, even if there is none left. */
  void overdraw(long bytes) {
    lock.lock();
    try {
      available -= bytes;
    } finally {
      lock.unlock();
    }
  }

  void release(long bytes) {
    lock.lock();
    try {
      available += bytes;
      wakeFirst();
    } finally {
      lock.unlock();
    }
  }

  private void wakeFirst() {
    Condition first = waiting.peekFirst();
    if (first != null) {
      first.signal();
    }
  }

  int waitingThreads() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  long totalBytes() {
    return totalBytes;
  }

  long availableBytes() {
    lock.lock();
    try {
      return available;
    } finally {
      lock.unlock();
    }
  }

  /** Fails all who wait. */
  void close() {
    lock.lock();
    try {
      closed = true;
      waiting.forEach(Condition::signal);
    } finally {
      lock.unlock();
    }
  }
}
