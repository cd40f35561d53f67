// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.channel.FileRegion;
import org.apache.fluss.shaded.netty4.io.netty.util.AbstractReferenceCounted;

/**
 * A part of a file that stays open: unlike netty's own region, giving it back runs a callback and
 * does not close the file, which other readers share.
 */
final class FileSlice extends AbstractReferenceCounted implements FileRegion {
  private final FileChannel file;
  private final long position;
  private final int length;
  private final Runnable onRelease;
  private long transferred;

  FileSlice(FileChannel file, long position, int length, Runnable onRelease) {
    if (position < 0 || length < 0) {
      throw new IllegalArgumentException("position " + position + ", length " + length);
    }
    this.file = Objects.requireNonNull(file, "file");
    this.position = position;
    this.length = length;
    this.onRelease = Objects.requireNonNull(onRelease, "onRelease");
  }

  void copyTo(ByteBuf out) throws IOException {
    int done = 0;
    while (done < length) {
      int read = out.writeBytes(file, position + done, length - done);
      if (read < 0) {
        throw truncated(done);
      }
      done += read;
    }
  }

  @Override
  public long transferTo(WritableByteChannel target, long from) throws IOException {
    long wanted = length - from;
    if (wanted == 0) {
      return 0;
    }
    long sent = file.transferTo(position + from, wanted, target);
    if (sent == 0 && file.size() < position + length) {
      throw truncated(from);
    }
    transferred += sent;
    return sent;
  }

  private EOFException truncated(long done) {
    return new EOFException(
        "A segment file ends "
            + (length - done)
            + " bytes before the end of the records to send at position "
            + position
            + ".");
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long count() {
    return length;
  }

  @Override
  public long transferred() {
    return transferred;
  }

  @Deprecated
  @Override
  public long transfered() {
    return transferred;
  }

  @Override
  protected void deallocate() {
    onRelease.run();
  }

  @Override
  public FileSlice retain() {
    super.retain();
    return this;
  }

  @Override
  public FileSlice retain(int increment) {
    super.retain(increment);
    return this;
  }

  @Override
  public FileSlice touch() {
    return this;
  }

  @Override
  public FileSlice touch(Object hint) {
    return this;
  }
}
