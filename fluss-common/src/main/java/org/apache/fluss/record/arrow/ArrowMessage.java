// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.LittleEndian;

/**
 * The metadata of an encapsulated Arrow RecordBatch message.
 *
 * <p>Writing fills a fixed flatbuffer skeleton, because node and buffer counts decide everything
 * about its shape. Reading follows any valid flatbuffer, checks every offset against the metadata's
 * end, and allocates nothing; an instance is reused from batch to batch by one thread.
 */
final class ArrowMessage {
  /** Continuation marker and metadata size. */
  static final int PREFIX_SIZE = 8;

  /** Stands for a body that is not compressed. */
  static final byte NO_CODEC = -1;

  private static final int NODE_SIZE = 16;
  private static final int BUFFER_SIZE = 16;

  private static final Skeleton PLAIN =
      new Skeleton(
          "ffffffff0000000014000000000000000c0016000e001500100004000c0000000000000000000000"
              + "000004001000000000030a0018000c00080004000a00000014000000000000000000000000000000"
              + "0000000000000000",
          68,
          72);
  private static final Skeleton LZ4 =
      new Skeleton(
          "ffffffff0000000014000000000000000c0018000e001700100004000c0000000000000000000000"
              + "0000040014000000000000030c001c0010000c00080004000c0000001c0000001c00000000000000"
              + "000000000000000000000000040004000400000000000000",
          76,
          80);
  private static final Skeleton ZSTD =
      new Skeleton(
          "ffffffff0000000014000000000000000c0018000e001700100004000c0000000000000000000000"
              + "0000040014000000000000030c001e0010000c00080004000c000000200000002400000000000000"
              + "0000000000000000000000000000060008000700060000000000000100000000",
          76,
          80);

  private static final int BODY_LENGTH_AT = 32;

  // Field numbers of the tables Message, RecordBatch and BodyCompression.
  private static final int MESSAGE_VERSION = 0;
  private static final int MESSAGE_HEADER_TYPE = 1;
  private static final int MESSAGE_HEADER = 2;
  private static final int MESSAGE_BODY_LENGTH = 3;
  private static final int BATCH_LENGTH = 0;
  private static final int BATCH_NODES = 1;
  private static final int BATCH_BUFFERS = 2;
  private static final int BATCH_COMPRESSION = 3;
  private static final int COMPRESSION_CODEC = 0;
  private static final int COMPRESSION_METHOD = 1;
  private static final int VERSION_4 = 3;
  private static final int VERSION_5 = 4;
  private static final int RECORD_BATCH = 3;

  private byte[] buf;
  private int start;
  private int end;
  private long bodyLength;
  private long rowCount;
  private byte codec;
  private int nodes;
  private int nodeCount;
  private int buffers;
  private int bufferCount;

  /** The bytes of the flatbuffer before the buffer entries, and where to patch them. */
  private static final class Skeleton {
    private final byte[] head;
    private final int nodesOffsetAt;
    private final int rowCountAt;

    Skeleton(String hex, int nodesOffsetAt, int rowCountAt) {
      this.head = new byte[hex.length() / 2];
      for (int i = 0; i < head.length; i++) {
        head[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
      }
      this.nodesOffsetAt = nodesOffsetAt;
      this.rowCountAt = rowCountAt;
    }

    static Skeleton of(byte codec) {
      return codec == NO_CODEC ? PLAIN : codec == 0 ? LZ4 : ZSTD;
    }
  }

  /** Size in bytes of prefix and metadata, which is a multiple of 8. */
  static int sizeOf(int nodeCount, int bufferCount, byte codec) {
    return Skeleton.of(codec).head.length
        + PREFIX_SIZE
        + NODE_SIZE * nodeCount
        + BUFFER_SIZE * bufferCount;
  }

  /** Writes everything but the entries of nodes and buffers. */
  static void write(
      byte[] out,
      int pos,
      int nodeCount,
      int bufferCount,
      byte codec,
      long rowCount,
      long bodyLength) {
    Skeleton skeleton = Skeleton.of(codec);
    byte[] head = skeleton.head;
    System.arraycopy(head, 0, out, pos, head.length);
    LittleEndian.putInt(out, pos + 4, sizeOf(nodeCount, bufferCount, codec) - PREFIX_SIZE);
    LittleEndian.putLong(out, pos + BODY_LENGTH_AT, bodyLength);
    LittleEndian.putLong(out, pos + skeleton.rowCountAt, rowCount);
    LittleEndian.putInt(out, pos + head.length - 4, bufferCount);
    int nodes = head.length + BUFFER_SIZE * bufferCount;
    LittleEndian.putInt(out, pos + nodes, 0);
    LittleEndian.putInt(out, pos + nodes + 4, nodeCount);
    LittleEndian.putInt(out, pos + skeleton.nodesOffsetAt, nodes + 4 - skeleton.nodesOffsetAt);
  }

  /** Position of the first buffer entry relative to the message. */
  static int buffersAt(byte codec) {
    return Skeleton.of(codec).head.length;
  }

  /** Position of the first node entry relative to the message. */
  static int nodesAt(int bufferCount, byte codec) {
    return buffersAt(codec) + BUFFER_SIZE * bufferCount + 8;
  }

  /** Writes one entry: (length, null count) of a node, or (offset, length) of a buffer. */
  static void putEntry(byte[] out, int firstEntry, int index, long first, long second) {
    LittleEndian.putLong(out, firstEntry + 16 * index, first);
    LittleEndian.putLong(out, firstEntry + 16 * index + 8, second);
  }

  /**
   * Size of prefix and metadata of the message at a position.
   *
   * @param available bytes that are there; at least 8 are needed
   * @throws CorruptMessageException if no message begins here
   */
  static long peekSize(byte[] buf, int pos, int available) {
    if (available < PREFIX_SIZE) {
      throw new CorruptMessageException(
          "An Arrow message needs 8 bytes to begin, " + available + " are there.");
    }
    int size = LittleEndian.getInt(buf, pos + 4);
    if (LittleEndian.getInt(buf, pos) != -1 || size < 0) {
      throw new CorruptMessageException(
          "No Arrow message begins where the batch should have one (metadata size " + size + ").");
    }
    return PREFIX_SIZE + (long) size;
  }

  /**
   * Reads prefix and metadata.
   *
   * @param end first position behind what is there
   * @return position of the body
   * @throws CorruptMessageException if this is no RecordBatch message
   */
  int read(byte[] buf, int pos, int end) {
    long size = peekSize(buf, pos, end - pos);
    if (size > end - pos) {
      throw new CorruptMessageException(
          "Arrow metadata claims " + size + " bytes, " + (end - pos) + " are there.");
    }
    this.buf = buf;
    this.start = pos + PREFIX_SIZE;
    this.end = pos + (int) size;
    int message = reference(start);
    int version = shortField(message, MESSAGE_VERSION);
    int type = byteField(message, MESSAGE_HEADER_TYPE);
    if (version < VERSION_4 || version > VERSION_5 || type != RECORD_BATCH) {
      throw new CorruptMessageException(
          "Arrow message has version " + version + " and type " + type + ", expected 4 and 3.");
    }
    bodyLength = longField(message, MESSAGE_BODY_LENGTH);
    int batch = tableField(message, MESSAGE_HEADER);
    rowCount = longField(batch, BATCH_LENGTH);
    nodes = tableField(batch, BATCH_NODES);
    nodeCount = vectorLength(nodes, NODE_SIZE);
    nodes += 4;
    buffers = tableField(batch, BATCH_BUFFERS);
    bufferCount = vectorLength(buffers, BUFFER_SIZE);
    buffers += 4;
    int compression = field(batch, BATCH_COMPRESSION, 4);
    codec = NO_CODEC;
    if (compression >= 0) {
      int table = reference(compression);
      codec = byteField(table, COMPRESSION_CODEC);
      if (codec < 0 || codec > 1 || byteField(table, COMPRESSION_METHOD) != 0) {
        throw new CorruptMessageException("Arrow message has unknown compression " + codec + ".");
      }
    }
    if (bodyLength < 0 || rowCount < 0) {
      throw new CorruptMessageException(
          "Arrow message claims " + rowCount + " rows in " + bodyLength + " bytes.");
    }
    return this.end;
  }

  long bodyLength() {
    return bodyLength;
  }

  long rowCount() {
    return rowCount;
  }

  /** Codec number, or {@link #NO_CODEC}. */
  byte codec() {
    return codec;
  }

  int nodeCount() {
    return nodeCount;
  }

  int bufferCount() {
    return bufferCount;
  }

  long nodeLength(int node) {
    return LittleEndian.getLong(buf, nodes + NODE_SIZE * node);
  }

  long nullCount(int node) {
    return LittleEndian.getLong(buf, nodes + NODE_SIZE * node + 8);
  }

  /** Offset of a buffer from the start of the body, as claimed. */
  long bufferOffset(int buffer) {
    return LittleEndian.getLong(buf, buffers + BUFFER_SIZE * buffer);
  }

  /** Length of a buffer without padding, as claimed. */
  long bufferLength(int buffer) {
    return LittleEndian.getLong(buf, buffers + BUFFER_SIZE * buffer + 8);
  }

  private int checked(long pos, int size) {
    if (pos < start || pos + size > end) {
      throw new CorruptMessageException("Arrow metadata points outside itself.");
    }
    return (int) pos;
  }

  private int reference(int pos) {
    checked(pos, 4);
    return checked(pos + (LittleEndian.getInt(buf, pos) & 0xffffffffL), 4);
  }

  /** Position of a field's value, or -1 if it is absent. */
  private int field(int table, int number, int size) {
    int vtable = checked((long) table - LittleEndian.getInt(buf, table), 4);
    int slot = 4 + 2 * number;
    if (slot + 2 > (LittleEndian.getShort(buf, vtable) & 0xffff)) {
      return -1;
    }
    int offset = LittleEndian.getShort(buf, checked((long) vtable + slot, 2)) & 0xffff;
    return offset == 0 ? -1 : checked((long) table + offset, size);
  }

  private byte byteField(int table, int number) {
    int pos = field(table, number, 1);
    return pos < 0 ? 0 : buf[pos];
  }

  private short shortField(int table, int number) {
    int pos = field(table, number, 2);
    return pos < 0 ? 0 : LittleEndian.getShort(buf, pos);
  }

  private long longField(int table, int number) {
    int pos = field(table, number, 8);
    return pos < 0 ? 0 : LittleEndian.getLong(buf, pos);
  }

  private int tableField(int table, int number) {
    int pos = field(table, number, 4);
    if (pos < 0) {
      throw new CorruptMessageException("Arrow metadata lacks a field it needs.");
    }
    return reference(pos);
  }

  private int vectorLength(int vector, int elementSize) {
    int count = LittleEndian.getInt(buf, vector);
    if (count < 0 || (long) count * elementSize > end - vector - 4) {
      throw new CorruptMessageException("Arrow metadata claims " + count + " entries.");
    }
    return count;
  }
}
