// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.ArrowBuf;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.BufferAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.CompressionUtil;

/** Lets a {@link BufferCodec} work on the buffers of the Arrow library. */
final class HeapCompression {
  private static final int PREFIX = (int) CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH;

  private HeapCompression() {}

  /** A new buffer with the compressed bytes behind room for the uncompressed length. */
  static ArrowBuf compress(BufferCodec codec, BufferAllocator allocator, ArrowBuf plain) {
    byte[] input = new byte[Math.toIntExact(plain.writerIndex())];
    plain.getBytes(0, input);
    byte[] output = new byte[codec.maxCompressedSize(input.length)];
    int size = codec.compress(input, 0, input.length, output, 0);
    ArrowBuf compressed = allocator.buffer(PREFIX + (long) size);
    compressed.setBytes(PREFIX, output, 0, size);
    compressed.writerIndex(PREFIX + (long) size);
    return compressed;
  }

  /** A new buffer with the bytes behind the uncompressed length decompressed. */
  static ArrowBuf decompress(BufferCodec codec, BufferAllocator allocator, ArrowBuf compressed) {
    long claimed = compressed.getLong(0);
    if (claimed < 0 || claimed > Integer.MAX_VALUE - 8) {
      throw new CorruptMessageException(
          "A compressed Arrow buffer claims " + claimed + " bytes when decompressed.");
    }
    byte[] input = new byte[Math.toIntExact(compressed.writerIndex() - PREFIX)];
    compressed.getBytes(PREFIX, input);
    byte[] output = new byte[(int) claimed];
    codec.decompress(input, 0, input.length, output, 0, output.length);
    ArrowBuf plain = allocator.buffer(claimed);
    plain.setBytes(0, output);
    plain.writerIndex(claimed);
    return plain;
  }
}
