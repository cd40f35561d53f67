// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A leased stretch of a segment file. The file stays open, also when the log drops it, until {@link
 * #release} is called; it must be called exactly once. Immutable otherwise; any thread.
 */
public final class LogRegion {
  private static final int PAGE_IN_BYTES = 64 << 10;

  private final LogSegment segment;
  private final long position;
  private final int sizeInBytes;
  private final AtomicBoolean released = new AtomicBoolean();

  /** Takes over a lease of the segment. */
  LogRegion(LogSegment segment, long position, int sizeInBytes) {
    this.segment = segment;
    this.position = position;
    this.sizeInBytes = sizeInBytes;
  }

  /** Position in the file of the first byte. */
  public long position() {
    return position;
  }

  /** Length in bytes; the last batch may be cut. */
  public int sizeInBytes() {
    return sizeInBytes;
  }

  /** The file for zero-copy sending from {@link #position}, or null on a disk that has none. */
  public FileChannel channel() {
    return segment.file().channel();
  }

  /** Reads up to the room in the buffer; -1 at the end of the region. */
  public int read(ByteBuffer target, int offset) throws IOException {
    if (offset >= sizeInBytes) {
      return -1;
    }
    int room = Math.min(target.remaining(), sizeInBytes - offset);
    int limit = target.limit();
    target.limit(target.position() + room);
    try {
      return segment.file().read(target, position + offset);
    } finally {
      target.limit(limit);
    }
  }

  /**
   * Fills the room in the buffer.
   *
   * @throws EOFException if the region ends before
   */
  public void readFully(ByteBuffer target, int offset) throws IOException {
    if (target.remaining() > sizeInBytes - offset) {
      throw new EOFException(
          "Region of " + sizeInBytes + " bytes ends before " + (offset + target.remaining()) + ".");
    }
    segment.file().readFully(target, position + offset);
  }

  /** Sends bytes from an offset in the region; returns how many. */
  public long transferTo(long offset, WritableByteChannel target) throws IOException {
    long count = sizeInBytes - offset;
    return count <= 0 ? 0 : segment.file().transferTo(position + offset, count, target);
  }

  /** Brings the bytes into the system's cache, so that sending them waits for no disk. */
  public void pageIn() throws IOException {
    ByteBuffer scratch = ByteBuffer.allocateDirect(Math.min(sizeInBytes, PAGE_IN_BYTES));
    for (int at = 0; at < sizeInBytes; at += scratch.position()) {
      scratch.clear();
      if (read(scratch, at) <= 0) {
        return;
      }
    }
  }

  /** A part of this region under a lease of its own. */
  public LogRegion slice(int offset, int size) {
    if (offset < 0 || size < 0 || offset > sizeInBytes - size) {
      throw new IndexOutOfBoundsException(
          offset + " + " + size + " is outside a region of " + sizeInBytes + " bytes.");
    }
    if (released.get() || !segment.tryAcquire()) {
      throw new IllegalStateException("Region of " + segment + " is already released.");
    }
    return new LogRegion(segment, position + offset, size);
  }

  /** Gives the lease back. */
  public void release() {
    if (!released.compareAndSet(false, true)) {
      throw new IllegalStateException("Region of " + segment + " was released twice.");
    }
    try {
      segment.release();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
