// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import org.apache.fluss.annotation.PublicEvolving;

/** Writes rows of one table. Not thread-safe; make one writer per thread. */
@PublicEvolving
public interface TableWriter {
  /**
   * Sends at once what all writers of the connection hold, and waits until everything written
   * before the call is acknowledged or has failed, which only the futures tell.
   *
   * @throws org.apache.fluss.exception.FlussRuntimeException if interrupted
   */
  void flush();
}
