// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.fluss.exception.CorruptMessageException;
import org.junit.jupiter.api.Test;

class BufferCodecTest {
  private static final int[] SIZES = {1, 7, 64, 1000, 65_535, 65_536, 65_537, 300_000};

  private static byte[] input(int size, boolean compressible) {
    byte[] bytes = new byte[size];
    Random random = new Random(size);
    if (compressible) {
      for (int i = 0; i < size; i++) {
        bytes[i] = (byte) (i / 100 % 7);
      }
    } else {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  private static byte[] compress(BufferCodec codec, byte[] input) {
    byte[] out = new byte[3 + codec.maxCompressedSize(input.length)];
    int size = codec.compress(input, 0, input.length, out, 3);
    return Arrays.copyOfRange(out, 3, 3 + size);
  }

  @Test
  void compressesAndDecompresses() {
    for (BufferCodec codec :
        new BufferCodec[] {
          BufferCodec.lz4Frame(), BufferCodec.zstd(1), BufferCodec.zstd(3), BufferCodec.zstd(19)
        }) {
      for (int size : SIZES) {
        for (boolean compressible : new boolean[] {true, false}) {
          byte[] input = input(size, compressible);
          byte[] compressed = compress(codec, input);
          byte[] output = new byte[size + 5];
          BufferCodec.ofId(codec.id())
              .decompress(compressed, 0, compressed.length, output, 2, size);
          assertThat(Arrays.copyOfRange(output, 2, 2 + size)).isEqualTo(input);
          for (int wrong : new int[] {size - 1, size + 1}) {
            assertThatThrownBy(
                    () ->
                        codec.decompress(
                            compressed, 0, compressed.length, new byte[wrong], 0, wrong))
                .isInstanceOf(CorruptMessageException.class);
          }
        }
      }
    }
  }

  @Test
  void lz4FramesAreStandard() throws IOException {
    for (int size : SIZES) {
      byte[] input = input(size, size % 2 == 0);
      byte[] compressed = compress(BufferCodec.lz4Frame(), input);
      assertThat(Arrays.copyOf(compressed, 7))
          .containsExactly(4, 0x22, 0x4d, 0x18, 0x60, 0x40, -126);
      assertThat(new LZ4FrameInputStream(new ByteArrayInputStream(compressed)).readAllBytes())
          .isEqualTo(input);
      assertThat(new FlussLZ4BlockInputStream(ByteBuffer.wrap(compressed)).readAllBytes())
          .isEqualTo(input);

      ByteArrayOutputStream theirs = new ByteArrayOutputStream();
      try (LZ4FrameOutputStream out =
          new LZ4FrameOutputStream(
              theirs,
              LZ4FrameOutputStream.BLOCKSIZE.SIZE_256KB,
              LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
              LZ4FrameOutputStream.FLG.Bits.BLOCK_CHECKSUM)) {
        out.write(input);
      }
      byte[] output = new byte[size];
      BufferCodec.lz4Frame().decompress(theirs.toByteArray(), 0, theirs.size(), output, 0, size);
      assertThat(output).isEqualTo(input);

      ByteArrayOutputStream ours = new ByteArrayOutputStream();
      try (FlussLZ4BlockOutputStream out =
          new FlussLZ4BlockOutputStream(ours, FlussLZ4BlockOutputStream.BLOCKSIZE_1MB, true)) {
        out.write(input);
      }
      assertThat(
              new LZ4FrameInputStream(new ByteArrayInputStream(ours.toByteArray())).readAllBytes())
          .isEqualTo(input);
    }
  }

  @Test
  void arbitraryBytesGiveTypedErrors() {
    Random random = new Random(3);
    for (BufferCodec codec : new BufferCodec[] {BufferCodec.lz4Frame(), BufferCodec.zstd(3)}) {
      byte[] good = compress(codec, input(2000, true));
      byte[] output = new byte[2000];
      int refused = 0;
      for (int i = 0; i < 5000; i++) {
        byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
        for (int f = 0; f < 2 && bad.length > 0; f++) {
          bad[random.nextInt(bad.length)] = (byte) random.nextInt();
        }
        try {
          codec.decompress(bad, 0, bad.length, output, 0, output.length);
        } catch (CorruptMessageException e) {
          refused++;
        }
      }
      assertThat(refused).isGreaterThan(3000);
    }
  }

  @Test
  void unknownLevelsAndCodecsAreRefused() {
    assertThatThrownBy(() -> BufferCodec.zstd(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BufferCodec.zstd(23)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BufferCodec.ofId((byte) 2))
        .isInstanceOf(CorruptMessageException.class);
  }
}
