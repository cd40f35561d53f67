// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;

/**
 * A message of the protocol: a request, an answer or a part of one, encoded as proto2. Instances
 * are not thread safe; hand them over, do not share them.
 */
public interface ApiMessage {
  /**
   * Bytes this message takes on the wire.
   *
   * @throws IllegalStateException when a required field is missing
   */
  int totalSize();

  /**
   * Appends the encoded message to the buffer, copying everything, records of files included.
   *
   * @throws IllegalStateException when a required field is missing
   */
  void writeTo(ByteBuf out);

  /** Appends the encoded message; large byte fields may be spliced instead of copied. */
  void writeTo(MessageOutput out);

  /**
   * Replaces the content by the message decoded from the next {@code size} bytes, which are
   * consumed. Byte fields become slices of {@code in} without holding a reference to it.
   *
   * @throws org.apache.fluss.exception.CorruptMessageException when the bytes are no such message
   */
  void parseFrom(ByteBuf in, int size);

  /** Makes every field absent. */
  ApiMessage clear();

  /** Whether a decoded instance of this type may refer to the buffer it was decoded from. */
  boolean holdsBytes();

  /** Whether this type carries record batches: its decoding and sending must not copy. */
  default boolean holdsRecords() {
    return false;
  }

  /** Gives back the {@link RecordsPayload}s of a message that will not be sent. */
  default void discard() {}

  /**
   * Ties the message to a reference of the network buffer it was decoded from, which {@link
   * #releaseBuffer()} gives back.
   */
  void attachBuffer(ByteBuf buffer);

  /**
   * Gives the network buffer back; byte fields must not be read afterwards. May be called from any
   * thread, repeatedly, and without a buffer attached, when it does nothing.
   */
  void releaseBuffer();

  /** The encoded message in a new array. */
  byte[] toByteArray();
}
