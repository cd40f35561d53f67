// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.writer;

import java.io.Closeable;
import java.io.IOException;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.record.LogRecord;

/** Writes one bucket of a table in one round. Used by one thread. */
@PublicEvolving
public interface LakeWriter<WriteResult> extends Closeable {

  /** Writes a record; it is not used after the call. */
  void write(LogRecord record) throws IOException;

  /** Ends writing and gives what was written; called at most once, then only close. */
  WriteResult complete() throws IOException;
}
