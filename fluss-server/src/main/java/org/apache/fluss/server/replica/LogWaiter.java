// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import org.apache.fluss.server.log.ReadBound;

/** Somebody to be told once more of a log can be read, or its replica changes its role. */
public interface LogWaiter {
  /** Offset of the first record that is waited for. */
  long offset();

  /** Up to where the log is seen. */
  ReadBound bound();

  /** Called on any thread, possibly more than once; must be quick. */
  void wake();
}
