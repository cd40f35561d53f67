// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import org.apache.fluss.exception.RecordTooLargeException;

/** How many bytes of values the answer to one request may have. For one thread. */
public final class ReadBudget {
  private final long limitBytes;
  private long leftBytes;

  public ReadBudget(long limitBytes) {
    this.limitBytes = limitBytes;
    this.leftBytes = limitBytes;
  }

  /**
   * Counts a value; null is none.
   *
   * @throws RecordTooLargeException if the answer becomes too large
   */
  void take(byte[] value) {
    if (value != null) {
      leftBytes -= value.length;
    }
    if (leftBytes < 0) {
      throw new RecordTooLargeException(
          "The rows of one answer are more than "
              + limitBytes
              + " bytes; look up fewer keys at once, or a longer prefix.");
    }
  }
}
