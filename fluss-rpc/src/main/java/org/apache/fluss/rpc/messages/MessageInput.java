// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import java.nio.charset.StandardCharsets;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;

/**
 * Decodes the proto2 wire format. Every length is checked against the enclosing message before
 * anything is allocated, and the number of list elements of one message is bounded, because a
 * two-byte element would otherwise cost some fifty bytes of heap.
 */
final class MessageInput {
  /** Elements of all repeated string, bytes and message fields of one top-level message. */
  static final int MAX_ELEMENTS = 1 << 22;

  /** Messages never nest deeper; the generator refuses recursive types. */
  private static final int MAX_DEPTH = 16;

  private final ByteBuf in;
  private final int[] ends = new int[MAX_DEPTH];
  private int depth;
  private int end;
  private int elements;

  MessageInput(ByteBuf in, int size) {
    if (size < 0 || size > in.readableBytes()) {
      throw new CorruptMessageException(
          "A message of " + size + " bytes does not fit " + in.readableBytes() + " bytes.");
    }
    this.in = in;
    this.end = in.readerIndex() + size;
  }

  /** The next tag, or 0 at the end of the message. */
  int tag() {
    if (in.readerIndex() == end) {
      return 0;
    }
    long tag = int64();
    if (tag >>> 3 == 0 || tag >>> 32 != 0) {
      throw new CorruptMessageException("Invalid field tag " + tag + ".");
    }
    return (int) tag;
  }

  int int32() {
    return (int) int64();
  }

  long int64() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte b = nextByte();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new CorruptMessageException("A number takes more than 10 bytes.");
  }

  boolean bool() {
    return int64() != 0;
  }

  String string() {
    int length = length();
    String value = in.toString(in.readerIndex(), length, StandardCharsets.UTF_8);
    in.skipBytes(length);
    return value;
  }

  ByteBuf bytes() {
    return in.readSlice(length());
  }

  void read(MessageBase message) {
    enter();
    message.read(this);
    exit();
  }

  /** Enters a packed list and returns the number of its elements. */
  int enterPacked() {
    enter();
    int count = 0;
    for (int i = in.readerIndex(); i < end; i++) {
      if (in.getByte(i) >= 0) {
        count++;
      }
    }
    return count;
  }

  private void enter() {
    int inner = length();
    if (depth == MAX_DEPTH) {
      throw new CorruptMessageException("Messages nest deeper than " + MAX_DEPTH + ".");
    }
    ends[depth++] = end;
    end = in.readerIndex() + inner;
  }

  void exit() {
    if (in.readerIndex() != end) {
      throw new CorruptMessageException("A nested block ends inside a value.");
    }
    end = ends[--depth];
  }

  /** Called once per element of a repeated field. */
  void countElement() {
    if (++elements > MAX_ELEMENTS) {
      throw new CorruptMessageException(
          "A message has more than " + MAX_ELEMENTS + " list elements.");
    }
  }

  void skip(int tag) {
    switch (tag & 7) {
      case 0:
        int64();
        break;
      case 1:
        skipBytes(8);
        break;
      case 2:
        in.skipBytes(length());
        break;
      case 5:
        skipBytes(4);
        break;
      default:
        throw new CorruptMessageException(
            "Field " + (tag >>> 3) + " has the unsupported wire type " + (tag & 7) + ".");
    }
  }

  private void skipBytes(int count) {
    if (end - in.readerIndex() < count) {
      throw truncated(count);
    }
    in.skipBytes(count);
  }

  private int length() {
    long length = int64();
    int left = end - in.readerIndex();
    if (length < 0 || length > left) {
      throw truncated(length);
    }
    return (int) length;
  }

  private byte nextByte() {
    if (in.readerIndex() >= end) {
      throw truncated(1);
    }
    return in.readByte();
  }

  private CorruptMessageException truncated(long wanted) {
    return new CorruptMessageException(
        "A field of "
            + wanted
            + " bytes does not fit the "
            + (end - in.readerIndex())
            + " bytes left of its message.");
  }
}
