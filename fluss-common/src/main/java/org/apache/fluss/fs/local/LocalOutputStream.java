// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import org.apache.fluss.fs.FSDataOutputStream;

/** Writes a local file. */
final class LocalOutputStream extends FSDataOutputStream {
  private final FileChannel channel;
  private final OutputStream out;

  LocalOutputStream(FileChannel channel) {
    this.channel = channel;
    this.out = Channels.newOutputStream(channel);
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  @Override
  public long getPos() throws IOException {
    return channel.position();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** Synced, because whoever uploads a segment here deletes its own copy next. */
  @Override
  public void close() throws IOException {
    try (FileChannel closing = channel) {
      if (closing.isOpen()) {
        closing.force(true);
      }
    }
  }
}
