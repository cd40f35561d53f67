// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import org.apache.fluss.fs.FSDataInputStream;

/** Reads a local file. */
final class LocalInputStream extends FSDataInputStream {
  private final FileChannel channel;
  private final InputStream in;

  LocalInputStream(FileChannel channel) {
    this.channel = channel;
    this.in = Channels.newInputStream(channel);
  }

  @Override
  public void seek(long position) throws IOException {
    if (position < 0) {
      throw new IOException("Cannot seek to " + position + ", before the start.");
    }
    channel.position(position);
  }

  @Override
  public long getPos() throws IOException {
    return channel.position();
  }

  @Override
  public int read() throws IOException {
    return in.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return in.read(bytes, offset, length);
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - channel.position()));
  }

  @Override
  public long skip(long count) throws IOException {
    long position = channel.position();
    long target = Math.max(position, Math.min(channel.size(), position + Math.max(0, count)));
    channel.position(target);
    return target - position;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
