// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes one LZ4 frame of independent blocks, without content size and content checksum. Not safe
 * for concurrent use.
 */
public class FlussLZ4BlockOutputStream extends OutputStream {
  public static final int MAGIC = Lz4FrameCodec.MAGIC;
  public static final int LZ4_MAX_HEADER_LENGTH = 19;

  /** Bit of a block's size that says that the block is not compressed. */
  public static final int LZ4_FRAME_INCOMPRESSIBLE_MASK = Lz4FrameCodec.RAW_BLOCK;

  public static final String CLOSED_STREAM = "The stream is already closed";

  public static final int BLOCKSIZE_64KB = 4;
  public static final int BLOCKSIZE_256KB = 5;
  public static final int BLOCKSIZE_1MB = 6;
  public static final int BLOCKSIZE_4MB = 7;

  private final OutputStream out;
  private final boolean blockChecksum;
  private final byte[] block;
  private final byte[] compressed;
  private int filled;
  private boolean closed;

  /** Blocks of 64 KiB without checksums. */
  public FlussLZ4BlockOutputStream(OutputStream out) throws IOException {
    this(out, BLOCKSIZE_64KB, false);
  }

  /**
   * Writes the header of the frame.
   *
   * @param blockSize one of the BLOCKSIZE constants
   * @param blockChecksum whether every block gets a checksum
   * @throws IllegalArgumentException if there is no such block size
   */
  public FlussLZ4BlockOutputStream(OutputStream out, int blockSize, boolean blockChecksum)
      throws IOException {
    this.out = out;
    this.blockChecksum = blockChecksum;
    BD bd = new BD(blockSize);
    this.block = new byte[bd.getBlockMaximumSize()];
    this.compressed = new byte[Lz4FrameCodec.COMPRESSOR.maxCompressedLength(block.length)];
    byte[] descriptor = {new FLG(blockChecksum).toByte(), bd.toByte()};
    writeUnsignedIntLE(out, MAGIC);
    out.write(descriptor);
    out.write(Lz4FrameCodec.HASH.hash(descriptor, 0, descriptor.length, 0) >> 8);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] b, int off, int len) throws IOException {
    ensureOpen();
    int at = off;
    int left = len;
    while (left > 0) {
      if (filled == block.length) {
        writeBlock();
      }
      int part = Math.min(left, block.length - filled);
      System.arraycopy(b, at, block, filled, part);
      filled += part;
      at += part;
      left -= part;
    }
  }

  private void writeBlock() throws IOException {
    if (filled == 0) {
      return;
    }
    int size = Lz4FrameCodec.COMPRESSOR.compress(block, 0, filled, compressed, 0);
    byte[] stored = compressed;
    if (size >= filled) {
      size = filled;
      stored = block;
      writeUnsignedIntLE(out, size | LZ4_FRAME_INCOMPRESSIBLE_MASK);
    } else {
      writeUnsignedIntLE(out, size);
    }
    out.write(stored, 0, size);
    if (blockChecksum) {
      writeUnsignedIntLE(out, Lz4FrameCodec.HASH.hash(stored, 0, size, 0));
    }
    filled = 0;
  }

  private void ensureOpen() throws IOException {
    if (closed) {
      throw new IOException(CLOSED_STREAM);
    }
  }

  /** Ends the current block. */
  @Override
  public void flush() throws IOException {
    ensureOpen();
    writeBlock();
    out.flush();
  }

  /** Ends the frame and closes the stream below; closing twice does nothing. */
  @Override
  public void close() throws IOException {
    if (!closed) {
      writeBlock();
      writeUnsignedIntLE(out, 0);
      closed = true;
      out.close();
    }
  }

  /** Writes the low 32 bits, low byte first. */
  public static void writeUnsignedIntLE(OutputStream out, int value) throws IOException {
    byte[] bytes = new byte[4];
    writeUnsignedIntLE(bytes, 0, value);
    out.write(bytes);
  }

  /** Writes the low 32 bits, low byte first. */
  public static void writeUnsignedIntLE(byte[] buffer, int offset, int value) {
    Lz4FrameCodec.putInt(buffer, offset, value);
  }

  /** The flags of a frame. */
  public static class FLG {
    private static final int VERSION_1 = 1;

    private final int bits;

    /** No checksums. */
    public FLG() {
      this(false);
    }

    public FLG(boolean blockChecksum) {
      this(VERSION_1 << 6 | 1 << 5 | (blockChecksum ? 1 << 4 : 0));
    }

    private FLG(int bits) {
      this.bits = bits;
    }

    /**
     * Reads the stored form.
     *
     * @throws RuntimeException if the version is not 1 or a reserved bit is set
     */
    public static FLG fromByte(byte flg) {
      if ((flg & 0xff) >>> 6 != VERSION_1 || (flg & 3) != 0) {
        throw new IllegalArgumentException(
            "LZ4 frame flags " + Integer.toHexString(flg & 0xff) + " are not supported.");
      }
      return new FLG(flg & 0xff);
    }

    public byte toByte() {
      return (byte) bits;
    }

    public boolean isContentChecksumSet() {
      return (bits & 1 << 2) != 0;
    }

    public boolean isContentSizeSet() {
      return (bits & 1 << 3) != 0;
    }

    public boolean isBlockChecksumSet() {
      return (bits & 1 << 4) != 0;
    }

    public boolean isBlockIndependenceSet() {
      return (bits & 1 << 5) != 0;
    }

    public int getVersion() {
      return bits >>> 6;
    }
  }

  /** The block size of a frame. */
  public static class BD {
    private final int blockSize;

    /** 64 KiB. */
    public BD() {
      this(BLOCKSIZE_64KB);
    }

    /**
     * @throws IllegalArgumentException if there is no such block size
     */
    public BD(int blockSizeValue) {
      if (blockSizeValue < BLOCKSIZE_64KB || blockSizeValue > BLOCKSIZE_4MB) {
        throw new IllegalArgumentException(
            "LZ4 has no block size " + blockSizeValue + "; use 4 (64 KiB) to 7 (4 MiB).");
      }
      this.blockSize = blockSizeValue;
    }

    /**
     * Reads the stored form.
     *
     * @throws IllegalArgumentException if a reserved bit is set or there is no such size
     */
    public static BD fromByte(byte bd) {
      if ((bd & 0x8f) != 0) {
        throw new IllegalArgumentException("LZ4 block descriptor " + bd + " is not supported.");
      }
      return new BD(bd >> 4);
    }

    /** Largest block in bytes. */
    public int getBlockMaximumSize() {
      return 1 << (8 + 2 * blockSize);
    }

    public byte toByte() {
      return (byte) (blockSize << 4);
    }
  }
}
