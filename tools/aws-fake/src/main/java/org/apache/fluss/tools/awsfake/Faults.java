// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.tools.awsfake;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/** What goes wrong, by operation, first come first served. Thread-safe. */
public final class Faults {

  private final Map<String, Queue<Fault>> byOperation = new ConcurrentHashMap<>();

  Faults() {}

  /** The next {@code times} calls are refused with this error and change nothing. */
  public void refuse(String operation, int times, int status, String code, String message) {
    add(operation, times, new Fault(false, false, status, code, message));
  }

  /** The next {@code times} calls are carried out, but answered with this error. */
  public void applyThenFail(String operation, int times, int status, String code, String message) {
    add(operation, times, new Fault(true, false, status, code, message));
  }

  /** The next {@code times} calls are carried out, but the connection breaks before the answer. */
  public void applyThenLoseAnswer(String operation, int times) {
    add(operation, times, new Fault(true, true, 0, null, null));
  }

  /** The next {@code times} calls are not carried out and the connection breaks. */
  public void breakConnection(String operation, int times) {
    add(operation, times, new Fault(false, true, 0, null, null));
  }

  /** Nothing goes wrong any more. */
  public void clear() {
    byOperation.clear();
  }

  private void add(String operation, int times, Fault fault) {
    Queue<Fault> queue = byOperation.computeIfAbsent(operation, o -> new ArrayDeque<>());
    synchronized (queue) {
      for (int i = 0; i < times; i++) {
        queue.add(fault);
      }
    }
  }

  Fault next(String operation) {
    Queue<Fault> queue = byOperation.get(operation);
    if (queue == null) {
      return null;
    }
    synchronized (queue) {
      return queue.poll();
    }
  }

  /** One fault. */
  static final class Fault {
    private final boolean applied;
    private final boolean answerLost;
    private final int status;
    private final String code;
    private final String message;

    Fault(boolean applied, boolean answerLost, int status, String code, String message) {
      this.applied = applied;
      this.answerLost = answerLost;
      this.status = status;
      this.code = code;
      this.message = message;
    }

    boolean applied() {
      return applied;
    }

    boolean answerLost() {
      return answerLost;
    }

    int status() {
      return status;
    }

    String code() {
      return code;
    }

    String message() {
      return message;
    }
  }
}
