// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.clock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.fluss.annotation.PublicEvolving;

/** A clock that stands still until it is told to move. Thread-safe. */
@PublicEvolving
public final class ManualClock implements Clock {
  private final AtomicLong nanos;

  /** Starts at the epoch. */
  public ManualClock() {
    this(0L);
  }

  /** Starts at {@code startMs} milliseconds since the epoch. */
  public ManualClock(long startMs) {
    nanos = new AtomicLong(TimeUnit.MILLISECONDS.toNanos(startMs));
  }

  @Override
  public long milliseconds() {
    return TimeUnit.NANOSECONDS.toMillis(nanos.get());
  }

  @Override
  public long nanoseconds() {
    return nanos.get();
  }

  /** Moves on by {@code step}; a negative step goes back. */
  public void advanceTime(Duration step) {
    nanos.addAndGet(step.toNanos());
  }

  /** Moves on by {@code step} units; a negative step goes back. */
  public void advanceTime(long step, TimeUnit unit) {
    nanos.addAndGet(unit.toNanos(step));
  }
}
