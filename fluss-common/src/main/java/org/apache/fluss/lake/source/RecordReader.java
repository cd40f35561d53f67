// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.source;

import java.io.IOException;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.utils.CloseableIterator;

/** Reads the records of a split. */
@PublicEvolving
public interface RecordReader {

  /** The records; the caller closes the iterator. */
  CloseableIterator<LogRecord> read() throws IOException;
}
