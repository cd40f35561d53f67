// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.IOException;
import java.io.InputStream;
import org.apache.fluss.annotation.PublicStable;

/** Reads a file from any position. Not thread-safe. */
@PublicStable
public abstract class FSDataInputStream extends InputStream {

  /** For implementations. */
  public FSDataInputStream() {}

  /** Makes {@code position}, in bytes from the start, the next one to be read. */
  public abstract void seek(long position) throws IOException;

  /** The position that is read next, in bytes from the start. */
  public abstract long getPos() throws IOException;
}
