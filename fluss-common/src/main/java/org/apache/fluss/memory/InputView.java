// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.memory;

import java.io.IOException;
import org.apache.fluss.annotation.PublicEvolving;

/**
 * A sequential reader of little-endian values. Not thread safe. Reading past the end throws {@link
 * java.io.EOFException}.
 */
@PublicEvolving
public interface InputView {
  boolean readBoolean() throws IOException;

  byte readByte() throws IOException;

  short readShort() throws IOException;

  int readInt() throws IOException;

  long readLong() throws IOException;

  float readFloat() throws IOException;

  double readDouble() throws IOException;

  /** Fills the whole array. */
  void readFully(byte[] b) throws IOException;

  /** Fills {@code length} bytes of the array from {@code offset} on. */
  void readFully(byte[] b, int offset, int length) throws IOException;
}
