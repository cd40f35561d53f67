// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** A runner's process: everything it does to the world passes here, and it may die on the way. */
final class SimProcess {
  /** The process is gone; nothing it still tries has an effect. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Called with {@code NAME:before} and {@code NAME:after} around each effect. */
  Consumer<String> hook = step -> {};

  private boolean dead;

  void die() {
    dead = true;
    throw new Killed();
  }

  boolean isDead() {
    return dead;
  }

  <T> T call(String name, Callable<T> effect) {
    pass(name + ":before");
    T result;
    try {
      result = effect.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    pass(name + ":after");
    return result;
  }

  void pass(String step) {
    if (!dead) {
      hook.accept(step);
    }
    if (dead) {
      throw new Killed();
    }
  }
}
