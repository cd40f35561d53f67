// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufUtil;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;

/** What all generated messages share. Messages are equal when their encoded bytes are. */
public abstract class MessageBase implements ApiMessage {
  /** Bit n is set when the n-th declared field is present. */
  int presence;

  /** Result of the last {@link #totalSize()}, so that nested sizes are computed once. */
  private int cachedSize;

  private AtomicReference<ByteBuf> attached;

  MessageBase() {}

  abstract int computeSize();

  abstract void write(MessageOutput out);

  abstract void read(MessageInput in);

  abstract void describe(Description out);

  @Override
  public final int totalSize() {
    cachedSize = computeSize();
    return cachedSize;
  }

  final int cachedSize() {
    return cachedSize;
  }

  @Override
  public final void writeTo(ByteBuf out) {
    writeTo(MessageOutput.copying(out));
  }

  @Override
  public final void writeTo(MessageOutput out) {
    totalSize();
    write(out);
  }

  @Override
  public final void parseFrom(ByteBuf in, int size) {
    clear();
    read(new MessageInput(in, size));
  }

  @Override
  public final void attachBuffer(ByteBuf buffer) {
    attached = new AtomicReference<>(buffer);
  }

  @Override
  public final void releaseBuffer() {
    if (attached != null) {
      ByteBuf buffer = attached.getAndSet(null);
      if (buffer != null) {
        buffer.release();
      }
    }
  }

  @Override
  public final byte[] toByteArray() {
    ByteBuf out = Unpooled.buffer(Math.max(totalSize(), 1));
    write(MessageOutput.copying(out));
    return ByteBufUtil.getBytes(out);
  }

  @Override
  public final boolean equals(Object other) {
    return other != null
        && other.getClass() == getClass()
        && Arrays.equals(toByteArray(), ((MessageBase) other).toByteArray());
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(toByteArray());
  }

  /** The present fields for logs; of byte fields only the length. */
  @Override
  public final String toString() {
    Description out = new Description(getClass().getSimpleName());
    describe(out);
    return out.finish();
  }

  final void require(int mask, String[] fields) {
    if ((presence & mask) != mask) {
      throw new IllegalStateException(missing(mask, fields));
    }
  }

  final void requireDecoded(int mask, String[] fields) {
    if ((presence & mask) != mask) {
      throw new CorruptMessageException(missing(mask, fields));
    }
  }

  private String missing(int mask, String[] fields) {
    int first = Integer.numberOfTrailingZeros(mask & ~presence);
    return "Field '" + fields[first] + "' of " + getClass().getSimpleName() + " is not set.";
  }

  static byte[] copy(ByteBuf bytes) {
    return ByteBufUtil.getBytes(bytes);
  }

  static <T> T at(List<T> list, int index) {
    if (list == null) {
      throw new IndexOutOfBoundsException("Index " + index + " of an empty list");
    }
    return list.get(index);
  }

  static <T> List<T> view(List<T> list) {
    return list == null ? Collections.emptyList() : Collections.unmodifiableList(list);
  }

  static List<byte[]> copies(List<ByteBuf> list) {
    List<byte[]> out = new ArrayList<>();
    for (ByteBuf bytes : view(list)) {
      out.add(copy(bytes));
    }
    return out;
  }

  static List<Integer> boxed(int[] values) {
    return IntStream.of(values).boxed().collect(Collectors.toList());
  }

  static List<Long> boxed(long[] values) {
    return LongStream.of(values).boxed().collect(Collectors.toList());
  }

  static int[] room(int[] values, int used, int more) {
    if (values == null) {
      return new int[more == 1 ? 4 : more];
    }
    return used + more <= values.length
        ? values
        : Arrays.copyOf(values, Math.max(used + more, used * 2));
  }

  static long[] room(long[] values, int used, int more) {
    if (values == null) {
      return new long[more == 1 ? 4 : more];
    }
    return used + more <= values.length
        ? values
        : Arrays.copyOf(values, Math.max(used + more, used * 2));
  }
}
