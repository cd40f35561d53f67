// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty;

import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelHandlerContext;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.fluss.shaded.netty4.io.netty.handler.codec.CorruptedFrameException;
import org.apache.fluss.shaded.netty4.io.netty.handler.codec.TooLongFrameException;

/**
 * Cuts the byte stream into frame contents (without their length). A frame that arrived in one
 * piece is a slice of what was read; a larger one is collected in a buffer of its own whose size
 * follows the bytes that really arrived, never only the length a peer announced. After a length
 * that cannot be, an exception is fired once and all later bytes are dropped.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {
  private static final int LENGTH_BYTES = 4;
  private static final int FIRST_CAPACITY = 64 * 1024;

  /** Clients trust their server with the size of an ordinary fetch at once: no copy to grow. */
  private static final int FIRST_HEAP_CAPACITY = 16 * 1024 * 1024;

  private final int minLength;
  private final boolean heapFrames;
  private volatile long maxFrameSize;

  private int lengthBytes;
  private int length;
  private ByteBuf partial;
  private boolean broken;

  /**
   * @param minLength smallest possible length field
   * @param maxFrameSize largest frame in bytes, its length field included
   * @param heapFrames whether frames are arrays of the Java heap, which need no release
   */
  public FrameDecoder(int minLength, long maxFrameSize, boolean heapFrames) {
    this.minLength = minLength;
    this.maxFrameSize = maxFrameSize;
    this.heapFrames = heapFrames;
  }

  /** Changes the largest frame accepted from now on. May be called from any thread. */
  public void maxFrameSize(long bytes) {
    maxFrameSize = bytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    ByteBuf in = (ByteBuf) msg;
    try {
      while (in.isReadable() && !broken) {
        if (lengthBytes < LENGTH_BYTES && !readLength(in)) {
          return;
        }
        ByteBuf frame = readContent(ctx, in);
        if (frame != null) {
          lengthBytes = 0;
          ctx.fireChannelRead(frame);
        }
      }
    } catch (CorruptedFrameException | TooLongFrameException e) {
      broken = true;
      ctx.fireExceptionCaught(e);
    } finally {
      in.release();
    }
  }

  private boolean readLength(ByteBuf in) {
    while (lengthBytes < LENGTH_BYTES) {
      if (!in.isReadable()) {
        return false;
      }
      length = length << 8 | in.readUnsignedByte();
      lengthBytes++;
    }
    long unsigned = Integer.toUnsignedLong(length);
    if (unsigned + LENGTH_BYTES > maxFrameSize) {
      throw new TooLongFrameException(
          "A frame of "
              + (unsigned + LENGTH_BYTES)
              + " bytes exceeds the limit of "
              + maxFrameSize
              + " bytes.");
    }
    if (length < minLength) {
      throw new CorruptedFrameException(
          "A frame of length "
              + length
              + " is shorter than its header of "
              + minLength
              + " bytes.");
    }
    return true;
  }

  /** The whole content of the frame, or null when more bytes are needed. */
  private ByteBuf readContent(ChannelHandlerContext ctx, ByteBuf in) {
    if (partial == null) {
      if (in.readableBytes() >= length) {
        if (!heapFrames) {
          return in.readRetainedSlice(length);
        }
        ByteBuf copy = heap(length, length);
        in.readBytes(copy);
        return copy;
      }
      int first = heapFrames ? FIRST_HEAP_CAPACITY : FIRST_CAPACITY;
      int capacity = Math.min(length, Math.max(first, in.readableBytes()));
      partial = heapFrames ? heap(capacity, length) : ctx.alloc().directBuffer(capacity, length);
    }
    int count = Math.min(in.readableBytes(), length - partial.writerIndex());
    if (partial.writableBytes() < count) {
      long wanted = Math.max((long) partial.writerIndex() + count, 4L * partial.capacity());
      partial.capacity((int) Math.min(length, wanted));
    }
    partial.writeBytes(in, count);
    if (partial.writerIndex() < length) {
      return null;
    }
    ByteBuf frame = partial;
    partial = null;
    return frame;
  }

  private static ByteBuf heap(int capacity, int max) {
    return Unpooled.buffer(capacity, max);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    drop();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    drop();
  }

  private void drop() {
    if (partial != null) {
      partial.release();
      partial = null;
    }
  }
}
