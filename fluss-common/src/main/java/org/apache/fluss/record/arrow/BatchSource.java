// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Where stored batches are read from by position. */
public interface BatchSource {
  /**
   * Fills the target to its limit with the bytes from a position on.
   *
   * @throws EOFException if there are fewer
   */
  void read(long position, ByteBuffer target) throws IOException;

  /** Reads a file with positional reads, which leave the channel's position alone. */
  static BatchSource of(FileChannel channel) {
    return (position, target) -> {
      long at = position;
      while (target.hasRemaining()) {
        int read = channel.read(target, at);
        if (read < 0) {
          throw new EOFException("The file ends at " + at + ", inside a log batch.");
        }
        at += read;
      }
    };
  }

  /** Reads a buffer by absolute position. */
  static BatchSource of(ByteBuffer buffer) {
    return (position, target) -> {
      if (position + target.remaining() > buffer.limit()) {
        throw new EOFException("The buffer ends at " + buffer.limit() + ", inside a log batch.");
      }
      ByteBuffer part = buffer.duplicate();
      part.limit((int) position + target.remaining());
      part.position((int) position);
      target.put(part);
    };
  }
}
