// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufUtil;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.fluss.shaded.netty4.io.netty.util.ReferenceCountUtil;

/**
 * The bytes of a {@code records} field: buffers and file regions in order, which the connection
 * sends without copying them. A payload owns one reference of each of its parts; sending it hands
 * them to the connection, {@link #release()} gives them back unsent. Either must happen once. Not
 * thread safe.
 */
public final class RecordsPayload {
  private final List<Object> parts = new ArrayList<>(1);
  private int sizeInBytes;
  private boolean borrowed;

  /** An empty payload to add parts to. */
  public RecordsPayload() {}

  /** A payload of one buffer, taking over one reference of it. */
  public static RecordsPayload of(ByteBuf buffer) {
    return new RecordsPayload().add(buffer);
  }

  /** A payload of one buffer whose reference stays with the caller. */
  static RecordsPayload borrow(ByteBuf buffer) {
    RecordsPayload payload = of(buffer);
    payload.borrowed = true;
    return payload;
  }

  /** Appends a buffer, taking over one reference of it. */
  public RecordsPayload add(ByteBuf buffer) {
    grow(buffer.readableBytes());
    parts.add(buffer);
    return this;
  }

  /**
   * Appends the remaining bytes of a buffer; the caller must not change them before they are sent.
   */
  public RecordsPayload add(ByteBuffer buffer) {
    return add(Unpooled.wrappedBuffer(buffer));
  }

  /**
   * Appends a part of an open file.
   *
   * @param onRelease run once, on any thread, when the part was sent or given back; the place to
   *     give up a reference on the file. The file is never closed here.
   */
  public RecordsPayload add(FileChannel file, long position, int length, Runnable onRelease) {
    grow(length);
    parts.add(new FileSlice(file, position, length, onRelease));
    return this;
  }

  private void grow(int bytes) {
    sizeInBytes = Math.addExact(sizeInBytes, bytes);
  }

  /** Bytes of all parts together. */
  public int sizeInBytes() {
    return sizeInBytes;
  }

  /** Gives the parts back unsent. Does nothing for a payload set from a plain buffer. */
  public void release() {
    if (borrowed) {
      return;
    }
    parts.forEach(RecordsPayload::release);
    parts.clear();
    sizeInBytes = 0;
  }

  static void release(Object part) {
    ReferenceCountUtil.release(part);
  }

  /** All bytes as one buffer: the buffer itself when there is only one, otherwise a copy. */
  public ByteBuf buffer() {
    if (parts.size() == 1 && parts.get(0) instanceof ByteBuf) {
      return ((ByteBuf) parts.get(0)).duplicate();
    }
    ByteBuf copy = Unpooled.buffer(Math.max(sizeInBytes, 1));
    copyTo(copy);
    return copy;
  }

  byte[] toByteArray() {
    return ByteBufUtil.getBytes(buffer());
  }

  boolean splices(int minBytes) {
    return sizeInBytes >= minBytes || parts.stream().anyMatch(FileSlice.class::isInstance);
  }

  /** Hands the parts over; the payload is empty afterwards unless it was borrowed. */
  void moveTo(List<Object> pieces) {
    if (borrowed) {
      for (Object part : parts) {
        pieces.add(((ByteBuf) part).retainedSlice());
      }
      return;
    }
    pieces.addAll(parts);
    parts.clear();
    sizeInBytes = 0;
  }

  void copyTo(ByteBuf out) {
    for (Object part : parts) {
      if (part instanceof ByteBuf) {
        ByteBuf buffer = (ByteBuf) part;
        out.writeBytes(buffer, buffer.readerIndex(), buffer.readableBytes());
      } else {
        try {
          ((FileSlice) part).copyTo(out);
        } catch (IOException e) {
          throw new UncheckedIOException("Reading records from a segment file failed.", e);
        }
      }
    }
  }

  @Override
  public String toString() {
    return sizeInBytes + " bytes";
  }
}
