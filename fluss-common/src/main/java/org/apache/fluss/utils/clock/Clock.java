// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.clock;

import java.time.Instant;
import org.apache.fluss.annotation.PublicEvolving;

/**
 * Where time comes from. Passed in, never taken, so that tests and simulations own time.
 * Thread-safe.
 */
@PublicEvolving
public interface Clock {

  /** Wall clock time in milliseconds since the epoch; may jump. */
  long milliseconds();

  /** A monotonic reading in nanoseconds; only differences mean something. */
  long nanoseconds();

  /** Wall clock time as an instant, to the millisecond. */
  default Instant instant() {
    return Instant.ofEpochMilli(milliseconds());
  }
}
