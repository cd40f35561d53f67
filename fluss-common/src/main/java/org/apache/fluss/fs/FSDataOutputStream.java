// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.fluss.annotation.PublicStable;

/**
 * Writes a new file. What was written is there only once {@link #close()} returned. Not
 * thread-safe.
 */
@PublicStable
public abstract class FSDataOutputStream extends OutputStream {

  /** For implementations. */
  public FSDataOutputStream() {}

  /** Bytes written so far. */
  public abstract long getPos() throws IOException;

  /** Hands buffered bytes on; promises nothing about their being there. */
  @Override
  public abstract void flush() throws IOException;

  /** Completes the file; if this throws, the file does not count as written. */
  @Override
  public abstract void close() throws IOException;
}
