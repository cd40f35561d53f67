// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufUtil;

/**
 * Encodes the proto2 wire format into one buffer. In gathering mode byte fields from {@link
 * #MIN_SPLICE_BYTES} on are not copied: {@link #finish()} returns the buffer cut into pieces with
 * those payloads between them. Not thread safe.
 */
public final class MessageOutput {
  /** Below this a copy is cheaper than one more element in the socket's queue. */
  static final int MIN_SPLICE_BYTES = 4096;

  private final ByteBuf out;
  private final List<Object> pieces;
  private int pieceStart;

  private MessageOutput(ByteBuf out, List<Object> pieces) {
    this.out = out;
    this.pieces = pieces;
    this.pieceStart = out.readerIndex();
  }

  /** An output that copies everything into the buffer. */
  public static MessageOutput copying(ByteBuf out) {
    return new MessageOutput(out, null);
  }

  /**
   * An output that splices large payloads. What the buffer already holds comes first.
   *
   * @param out taken over by this output
   */
  public static MessageOutput gathering(ByteBuf out) {
    return new MessageOutput(out, new ArrayList<>());
  }

  /**
   * Ends a gathering output.
   *
   * @return what to send in order: buffers and {@code FileRegion}s, each with one reference that
   *     belongs to the caller
   */
  public List<Object> finish() {
    if (pieces.isEmpty()) {
      pieces.add(out);
      return pieces;
    }
    cut();
    out.release();
    return pieces;
  }

  /** Gives back everything collected so far; to be called when encoding failed. */
  public void abort() {
    for (Object piece : pieces) {
      RecordsPayload.release(piece);
    }
    out.release();
  }

  private void cut() {
    int length = out.writerIndex() - pieceStart;
    if (length > 0) {
      pieces.add(out.retainedSlice(pieceStart, length));
      pieceStart = out.writerIndex();
    }
  }

  void write(int tag, int value) {
    varint(tag);
    varint((long) value);
  }

  void write(int tag, long value) {
    varint(tag);
    varint(value);
  }

  void write(int tag, boolean value) {
    varint(tag);
    out.writeByte(value ? 1 : 0);
  }

  void write(int tag, String value) {
    varint(tag);
    int length = ByteBufUtil.utf8Bytes(value);
    varint(length);
    if (length == value.length()) {
      out.writeCharSequence(value, StandardCharsets.US_ASCII);
    } else {
      ByteBufUtil.reserveAndWriteUtf8(out, value, length);
    }
  }

  void write(int tag, ByteBuf value) {
    varint(tag);
    int length = value.readableBytes();
    varint(length);
    if (pieces != null && length >= MIN_SPLICE_BYTES) {
      cut();
      pieces.add(value.retainedSlice());
    } else {
      out.writeBytes(value, value.readerIndex(), length);
    }
  }

  void write(int tag, RecordsPayload value) {
    varint(tag);
    varint(value.sizeInBytes());
    if (pieces != null && value.splices(MIN_SPLICE_BYTES)) {
      cut();
      value.moveTo(pieces);
    } else if (pieces != null) {
      value.copyTo(out);
      value.release();
    } else {
      value.copyTo(out);
    }
  }

  void write(int tag, MessageBase value) {
    varint(tag);
    varint(value.cachedSize());
    value.write(this);
  }

  void packed(int tag, int[] values, int count) {
    varint(tag);
    varint(sizeOfAll(values, count));
    for (int i = 0; i < count; i++) {
      varint((long) values[i]);
    }
  }

  void packed(int tag, long[] values, int count) {
    varint(tag);
    varint(sizeOfAll(values, count));
    for (int i = 0; i < count; i++) {
      varint(values[i]);
    }
  }

  /** Tags and lengths: never negative as a number of the wire. */
  private void varint(int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      out.writeByte(rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.writeByte((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  static int sizeOf(int value) {
    return value < 0 ? 10 : (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
  }

  static int sizeOf(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  static int sizeOf(String value) {
    return sizeOfLengthDelimited(ByteBufUtil.utf8Bytes(value));
  }

  static int sizeOfLengthDelimited(int length) {
    return sizeOf(length) + length;
  }

  static int sizeOfAll(int[] values, int count) {
    int size = 0;
    for (int i = 0; i < count; i++) {
      size += sizeOf(values[i]);
    }
    return size;
  }

  static int sizeOfAll(long[] values, int count) {
    int size = 0;
    for (int i = 0; i < count; i++) {
      size += sizeOf(values[i]);
    }
    return size;
  }
}
