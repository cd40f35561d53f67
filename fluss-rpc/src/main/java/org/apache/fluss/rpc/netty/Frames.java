// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty;

import java.util.List;
import org.apache.fluss.exception.RecordTooLargeException;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.MessageOutput;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufAllocator;
import org.apache.fluss.shaded.netty4.io.netty.channel.Channel;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelFuture;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelFutureListener;
import org.apache.fluss.shaded.netty4.io.netty.channel.FileRegion;

/** The frames of the protocol. All header numbers are big-endian. */
public final class Frames {
  /** Api key, api version and request id. */
  public static final int REQUEST_HEADER_BYTES = 8;

  /** Answer types. */
  public static final byte SUCCESS = 0;

  public static final byte ERROR = 1;
  public static final byte SERVER_FAILURE = 2;

  private static final int RESPONSE_HEADER_BYTES = 5;

  /** First size of the buffer around spliced records; it grows when the other fields are large. */
  private static final int SPLICED_HEAD_BYTES = 1024;

  private Frames() {}

  /** A request, in pieces that are sent in order; each holds a reference owned by the caller. */
  public static List<Object> request(
      ByteBufAllocator allocator, short api, short version, int requestId, ApiMessage message) {
    int size = size(REQUEST_HEADER_BYTES, message);
    ByteBuf head = head(allocator, size, message);
    head.writeInt(size).writeShort(api).writeShort(version).writeInt(requestId);
    return body(head, message);
  }

  /** A successful answer, in pieces that are sent in order. */
  public static List<Object> success(
      ByteBufAllocator allocator, int requestId, ApiMessage message) {
    int size = size(RESPONSE_HEADER_BYTES, message);
    ByteBuf head = head(allocator, size, message);
    head.writeInt(size).writeByte(SUCCESS).writeInt(requestId);
    return body(head, message);
  }

  /** The failure of one request. */
  public static List<Object> error(ByteBufAllocator allocator, int requestId, ApiError error) {
    ApiMessage message = error.toErrorResponse();
    int size = size(RESPONSE_HEADER_BYTES, message);
    ByteBuf head = head(allocator, size, message);
    head.writeInt(size).writeByte(ERROR).writeInt(requestId);
    return body(head, message);
  }

  /** The failure of a connection, which is closed after it. */
  public static ByteBuf serverFailure(ByteBufAllocator allocator, ApiError error) {
    ApiMessage message = error.toErrorResponse();
    int size = 1 + message.totalSize();
    ByteBuf frame = allocator.ioBuffer(4 + size);
    frame.writeInt(size).writeByte(SERVER_FAILURE);
    message.writeTo(frame);
    return frame;
  }

  private static int size(int header, ApiMessage message) {
    long size = (long) header + message.totalSize();
    if (size < header || size > Integer.MAX_VALUE - 4) {
      throw new RecordTooLargeException("A message does not fit one frame of 2 GiB.");
    }
    return (int) size;
  }

  private static ByteBuf head(ByteBufAllocator allocator, int size, ApiMessage message) {
    return allocator.ioBuffer(
        message.holdsBytes() ? Math.min(4 + size, SPLICED_HEAD_BYTES) : 4 + size);
  }

  private static List<Object> body(ByteBuf head, ApiMessage message) {
    MessageOutput out = MessageOutput.gathering(head);
    try {
      message.writeTo(out);
      return out.finish();
    } catch (RuntimeException | Error e) {
      out.abort();
      throw e;
    }
  }

  /** Bytes of all pieces of a frame. */
  public static long sizeInBytes(List<Object> pieces) {
    long size = 0;
    for (Object piece : pieces) {
      size +=
          piece instanceof ByteBuf
              ? ((ByteBuf) piece).readableBytes()
              : ((FileRegion) piece).count();
    }
    return size;
  }

  /**
   * Writes the pieces of one frame without flushing. Called on the event loop of the channel. A
   * piece that cannot be written ends up in {@code exceptionCaught} of the channel.
   *
   * @return the write of the last piece
   */
  public static ChannelFuture write(Channel channel, List<Object> pieces) {
    for (int i = 0; i < pieces.size() - 1; i++) {
      channel.write(pieces.get(i), channel.voidPromise());
    }
    return channel
        .write(pieces.get(pieces.size() - 1))
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
  }
}
