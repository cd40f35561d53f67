// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;

/** One record of a log. */
@PublicEvolving
public interface LogRecord {

  /** Its offset in the log of its bucket. */
  long logOffset();

  /** When the server appended it, in milliseconds since the epoch. */
  long timestamp();

  /** What it did to its table. */
  ChangeType getChangeType();

  /** The row. */
  InternalRow getRow();
}
