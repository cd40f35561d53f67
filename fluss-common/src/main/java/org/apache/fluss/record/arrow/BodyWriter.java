// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.util.Arrays;
import org.apache.fluss.compression.BufferCodec;
import org.apache.fluss.memory.LittleEndian;

/**
 * Lays out one Arrow message: leaves room for its metadata, appends buffers compressed or plain,
 * then fills the metadata in. The output array grows and is kept for the next message.
 */
final class BodyWriter {
  /** Compressing less than this costs more than it saves. */
  private static final int MIN_COMPRESSED_SIZE = 64;

  private static final int LENGTH_PREFIX = 8;

  private final BufferCodec codec;
  private final byte codecId;
  private final int nodeCount;
  private final int bufferCount;
  private byte[] out = new byte[0];
  private byte[] ones = new byte[0];
  private int message;
  private int body;
  private int pos;
  private int firstNode;
  private int firstBuffer;
  private int nodes;
  private int buffers;

  /**
   * @param codec null for no compression
   */
  BodyWriter(BufferCodec codec, int nodeCount, int bufferCount) {
    this.codec = codec;
    this.codecId = codec == null ? ArrowMessage.NO_CODEC : codec.id();
    this.nodeCount = nodeCount;
    this.bufferCount = bufferCount;
  }

  int messageHeadSize() {
    return ArrowMessage.sizeOf(nodeCount, bufferCount, codecId);
  }

  /** Makes room for bytes at the front of the output. */
  byte[] reserve(int size) {
    out = ColumnBuilder.grown(out, 0, size);
    return out;
  }

  /** Starts a message at a position of the output. */
  void start(int at) {
    message = at;
    body = at + messageHeadSize();
    pos = body;
    firstBuffer = at + ArrowMessage.buffersAt(codecId);
    firstNode = at + ArrowMessage.nodesAt(bufferCount, codecId);
    nodes = 0;
    buffers = 0;
    out = ColumnBuilder.grown(out, at, pos);
  }

  void node(int length, int nullCount) {
    ArrowMessage.putEntry(out, firstNode, nodes++, length, nullCount);
  }

  /** Appends a validity buffer without nulls. */
  void ones(int count) {
    int size = (count + 7) >> 3;
    if (ones.length < size) {
      ones = new byte[Math.max(size, 2 * ones.length)];
      Arrays.fill(ones, (byte) 0xff);
    }
    int rest = count & 7;
    if (rest == 0) {
      buffer(ones, size);
    } else {
      ones[size - 1] = (byte) ((1 << rest) - 1);
      buffer(ones, size);
      ones[size - 1] = (byte) 0xff;
    }
  }

  void buffer(byte[] data, int size) {
    int start = pos;
    if (codec == null) {
      raw(data, size);
    } else if (size == 0) {
      room(LENGTH_PREFIX);
      LittleEndian.putLong(out, pos, 0);
      pos += LENGTH_PREFIX;
    } else if (size < MIN_COMPRESSED_SIZE || !compressed(data, size)) {
      room(LENGTH_PREFIX);
      LittleEndian.putLong(out, pos, -1);
      pos += LENGTH_PREFIX;
      raw(data, size);
    }
    ArrowMessage.putEntry(out, firstBuffer, buffers++, start - body, pos - start);
    pad();
  }

  private boolean compressed(byte[] data, int size) {
    room(LENGTH_PREFIX + (long) codec.maxCompressedSize(size));
    int written = codec.compress(data, 0, size, out, pos + LENGTH_PREFIX);
    if (written >= size) {
      return false;
    }
    LittleEndian.putLong(out, pos, size);
    pos += LENGTH_PREFIX + written;
    return true;
  }

  private void raw(byte[] data, int size) {
    room(size);
    System.arraycopy(data, 0, out, pos, size);
    pos += size;
  }

  private void room(long size) {
    out = ColumnBuilder.grown(out, pos, pos + size);
  }

  private void pad() {
    int padding = -(pos - body) & 7;
    if (padding > 0) {
      room(padding);
      Arrays.fill(out, pos, pos + padding, (byte) 0);
      pos += padding;
    }
  }

  /**
   * Fills the metadata in.
   *
   * @return first position behind the message
   */
  int finish(int rowCount) {
    ArrowMessage.write(out, message, nodeCount, bufferCount, codecId, rowCount, pos - body);
    return pos;
  }

  byte[] output() {
    return out;
  }
}
