// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.clock;

import org.apache.fluss.annotation.PublicEvolving;

/** The clock of the machine. Thread-safe. */
@PublicEvolving
public final class SystemClock implements Clock {
  private static final SystemClock INSTANCE = new SystemClock();

  private SystemClock() {}

  /** The one instance. */
  public static SystemClock getInstance() {
    return INSTANCE;
  }

  @Override
  public long milliseconds() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanoseconds() {
    return System.nanoTime();
  }
}
