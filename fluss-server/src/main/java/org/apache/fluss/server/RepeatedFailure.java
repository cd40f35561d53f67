// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import org.slf4j.Logger;

/**
 * Tells of something periodic that fails: whole the first time, then in one line each time the
 * number of failures in a row doubles, and once more when it is over. Thread-safe.
 */
public final class RepeatedFailure {
  private final Logger log;
  private final String what;
  private int inARow;

  /**
   * @param what fails, as a beginning of a sentence such as "Cannot write the high watermarks"
   */
  public RepeatedFailure(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /** It failed, again. */
  public synchronized void failed(Throwable error) {
    inARow++;
    if (inARow == 1) {
      log.error("{}; trying again, which is told now and then only", what, error);
    } else if (Integer.bitCount(inARow) == 1) {
      log.error("{}, {} times in a row, at last: {}", what, inARow, error.toString());
    }
  }

  /** It worked. */
  public synchronized void succeeded() {
    if (inARow > 0) {
      log.info("{}: over after {} failures", what, inARow);
      inARow = 0;
    }
  }
}
