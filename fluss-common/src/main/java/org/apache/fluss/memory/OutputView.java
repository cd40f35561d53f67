// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.memory;

import java.io.IOException;
import org.apache.fluss.annotation.PublicEvolving;

/** A sequential writer of little-endian values. Not thread safe. */
@PublicEvolving
public interface OutputView {
  /** Writes one byte, 1 for true and 0 for false. */
  void writeBoolean(boolean v) throws IOException;

  /** Writes the low byte of {@code v}. */
  void writeByte(int v) throws IOException;

  /** Writes the low two bytes of {@code v}. */
  void writeShort(int v) throws IOException;

  void writeInt(int v) throws IOException;

  void writeLong(long v) throws IOException;

  void writeFloat(float v) throws IOException;

  void writeDouble(double v) throws IOException;

  /** Writes the whole array. */
  void write(byte[] b) throws IOException;

  /** Writes {@code len} bytes of the array from {@code off} on. */
  void write(byte[] b, int off, int len) throws IOException;
}
