// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log.disk;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/** An open file: any number of readers, one writer at a time. All positions are in bytes. */
public interface DiskFile extends Closeable {
  /** Current length in bytes. */
  long size() throws IOException;

  /**
   * Reads what is there, up to the room in the buffer.
   *
   * @return bytes read, or -1 if the position is at or behind the end
   */
  int read(ByteBuffer target, long position) throws IOException;

  /**
   * Fills the room in the buffer.
   *
   * @throws EOFException if the file ends before
   */
  default void readFully(ByteBuffer target, long position) throws IOException {
    long at = position;
    while (target.hasRemaining()) {
      int count = read(target, at);
      if (count < 0) {
        throw new EOFException(this + " ends before position " + (at + target.remaining()) + ".");
      }
      at += count;
    }
  }

  /** Writes all that remains in the buffers, one behind the other, in as few calls as possible. */
  void write(ByteBuffer[] sources, long position) throws IOException;

  /** Writes all that remains in the buffer. */
  default void write(ByteBuffer source, long position) throws IOException {
    write(new ByteBuffer[] {source}, position);
  }

  /** Cuts the file if it is longer. */
  void truncate(long size) throws IOException;

  /** Appends zero bytes if the file is shorter. */
  void extend(long size) throws IOException;

  /** Makes content and length durable; the file's name is made so by its directory. */
  void force() throws IOException;

  /**
   * Sends bytes of the file, without passing them through the heap where the system can.
   *
   * @return bytes sent, possibly fewer than asked for
   */
  long transferTo(long position, long count, WritableByteChannel target) throws IOException;

  /** The operating system's file for zero-copy sending, or null if there is none behind this. */
  FileChannel channel();

  @Override
  void close() throws IOException;
}
