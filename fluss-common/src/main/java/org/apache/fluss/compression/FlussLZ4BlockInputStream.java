// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import net.jpountz.lz4.LZ4Exception;
import org.apache.fluss.exception.CorruptMessageException;

/** Reads one LZ4 frame of independent blocks from a buffer. Not safe for concurrent use. */
public class FlussLZ4BlockInputStream extends InputStream {
  public static final String PREMATURE_EOS = "Stream ended prematurely";
  public static final String NOT_SUPPORTED = "Stream unsupported (invalid magic bytes)";
  public static final String BLOCK_HASH_MISMATCH = "Block checksum mismatch";
  public static final String DESCRIPTOR_HASH_MISMATCH = "Stream frame descriptor corrupted";

  private final ByteBuffer in;
  private final Lz4FrameHeader header;
  private final byte[] stored;
  private final byte[] block;
  private int position;
  private int limit;
  private boolean ended;

  /**
   * Reads the header of the frame.
   *
   * @param in read from its position on, which is not moved
   * @throws IOException if no frame begins here, or one of a kind that is not supported
   */
  public FlussLZ4BlockInputStream(ByteBuffer in) throws IOException {
    this.in = in.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    byte[] descriptor = new byte[Math.min(Lz4FrameHeader.MAX_SIZE, in.remaining())];
    this.in.duplicate().get(descriptor);
    try {
      this.header = Lz4FrameHeader.parse(descriptor, 0, descriptor.length);
    } catch (CorruptMessageException e) {
      throw new IOException(e.getMessage(), e);
    }
    this.in.position(this.in.position() + header.size());
    this.stored = new byte[header.maxBlockSize()];
    this.block = new byte[header.maxBlockSize()];
  }

  /** Makes sure that decompressed bytes are there; false at the end of the frame. */
  private boolean fill() throws IOException {
    while (position == limit && !ended) {
      int size = nextInt();
      if (size == 0) {
        ended = true;
        break;
      }
      int length = size & ~Lz4FrameCodec.RAW_BLOCK;
      if (length > stored.length || length > in.remaining()) {
        throw new IOException(PREMATURE_EOS);
      }
      in.get(stored, 0, length);
      if (header.hasBlockChecksum() && Lz4FrameCodec.HASH.hash(stored, 0, length, 0) != nextInt()) {
        throw new IOException(BLOCK_HASH_MISMATCH);
      }
      position = 0;
      if (size < 0) {
        System.arraycopy(stored, 0, block, 0, length);
        limit = length;
      } else {
        try {
          limit = Lz4FrameCodec.DECOMPRESSOR.decompress(stored, 0, length, block, 0, block.length);
        } catch (LZ4Exception e) {
          throw new IOException("An LZ4 block cannot be decompressed", e);
        }
      }
    }
    return position < limit;
  }

  private int nextInt() throws IOException {
    if (in.remaining() < 4) {
      throw new IOException(PREMATURE_EOS);
    }
    return in.getInt();
  }

  @Override
  public int read() throws IOException {
    return fill() ? block[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] b, int off, int len) throws IOException {
    Objects.checkFromIndexSize(off, len, b.length);
    if (len == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int part = Math.min(len, limit - position);
    System.arraycopy(block, position, b, off, part);
    position += part;
    return part;
  }

  @Override
  public long skip(long n) throws IOException {
    if (n <= 0 || !fill()) {
      return 0;
    }
    int part = (int) Math.min(n, limit - position);
    position += part;
    return part;
  }

  /** Bytes that are decompressed already. */
  @Override
  public int available() {
    return limit - position;
  }

  @Override
  public void close() {
    ended = true;
    position = limit;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void mark(int readlimit) {
    throw new UnsupportedOperationException("An LZ4 stream has no marks.");
  }

  @Override
  public void reset() {
    throw new UnsupportedOperationException("An LZ4 stream has no marks.");
  }
}
