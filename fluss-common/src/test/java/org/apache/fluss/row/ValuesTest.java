// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Random;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.serializer.RowSerializer;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;

/** The value classes: decimals, timestamps, strings, and generic containers. */
class ValuesTest {
  @Test
  void decimalsRoundHalfUpAndRefuseTooManyDigits() {
    assertThat(Decimal.fromBigDecimal(new BigDecimal("999.995"), 5, 2)).isNull();
    assertThat(Decimal.fromBigDecimal(new BigDecimal("1.005"), 5, 2)).hasToString("1.01");
    assertThat(Decimal.fromUnscaledBytes(new byte[] {0x27, 0x10}, 4, 0)).isNull();
    assertThatThrownBy(() -> Decimal.fromUnscaledLong(1, 19, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void decimalBytesAreThoseOfBigInteger() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      if (Math.abs(value) >= 1_000_000_000_000_000_000L) {
        continue;
      }
      Decimal decimal = Decimal.fromUnscaledLong(value, 18, 3);
      byte[] bytes = decimal.toUnscaledBytes();
      assertThat(bytes).isEqualTo(BigInteger.valueOf(value).toByteArray());
      assertThat(Decimal.fromUnscaledBytes(bytes, 18, 3)).isEqualTo(decimal);
      Decimal wide = Decimal.fromUnscaledBytes(bytes, 30, 3);
      assertThat(wide).isEqualTo(decimal).hasSameHashCodeAs(decimal);
      assertThat(wide.toUnscaledLong()).isEqualTo(value);
    }
  }

  @Test
  void timestampsRoundDownAndInvert() {
    assertThatThrownBy(() -> TimestampNtz.fromMillis(0, 1_000_000))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TimestampLtz.fromEpochMillis(0, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(TimestampNtz.fromMicros(-1)).isEqualTo(TimestampNtz.fromMillis(-1, 999_000));
    assertThat(TimestampLtz.fromEpochMicros(-1).toEpochMicros()).isEqualTo(-1);
    LocalDateTime dateTime = LocalDateTime.of(1931, 2, 3, 4, 5, 6, 789_012_345);
    assertThat(TimestampNtz.fromLocalDateTime(dateTime).toLocalDateTime()).isEqualTo(dateTime);
    Instant instant = Instant.parse("1931-02-03T04:05:06.789012345Z");
    assertThat(TimestampLtz.fromInstant(instant).toInstant()).isEqualTo(instant);
  }

  @Test
  void stringsAreTextOfCodePoints() {
    BinaryString text = BinaryString.fromString(" héllo 中😀 ");
    assertThat(text.numChars()).isEqualTo(10);
    assertThat(text.trim()).hasToString("héllo 中😀");
    assertThat(text.substring(7, 9)).hasToString("中😀");
    assertThat(text.substring(9, 99)).hasToString(" ");
    assertThat(text.indexOf(BinaryString.fromString("😀"), 0)).isEqualTo(8);
    assertThat(text.indexOf(BinaryString.fromString("l"), 5)).isEqualTo(-1);
    assertThat(text.contains(BinaryString.fromString("lo"))).isTrue();
    assertThat(text.startsWith(BinaryString.fromString(" hé"))).isTrue();
    assertThat(text.endsWith(BinaryString.fromString("😀 "))).isTrue();
    assertThat(text.toUpperCase()).hasToString(" HÉLLO 中😀 ");
    assertThat(text.compareTo(BinaryString.fromString(" hé"))).isPositive();
    assertThat(BinaryString.decodeUTF8Strict(new byte[] {(byte) 0xff}, 0, 1, new char[1]))
        .isEqualTo(-1);
    char[] chars = new char[16];
    byte[] bytes = text.toBytes();
    int length = BinaryString.decodeUTF8Strict(bytes, 0, bytes.length, chars);
    assertThat(new String(chars, 0, length)).isEqualTo(text.toString());
  }

  @Test
  void stringsOverSeveralSegmentsAndOffHeapEqualThoseOverOne() {
    byte[] bytes = "0123456789".getBytes(StandardCharsets.UTF_8);
    MemorySegment offHeap = MemorySegment.allocateOffHeapMemory(10);
    offHeap.put(0, bytes);
    MemorySegment[] parts = {
      MemorySegment.wrap(new byte[] {'0', '1', '2'}),
      MemorySegment.wrap(new byte[] {'3', '4'}),
      MemorySegment.wrap(new byte[] {'5', '6', '7', '8', '9'})
    };
    for (int from = 0; from <= 10; from++) {
      for (int to = from; to <= 10; to++) {
        BinaryString one = BinaryString.fromBytes(bytes, from, to - from);
        BinaryString several = BinaryString.fromAddress(parts, from, to - from);
        BinaryString direct = BinaryString.fromSegment(offHeap, from, to - from);
        assertThat(several).isEqualTo(one).hasSameHashCodeAs(one).hasToString(one.toString());
        assertThat(direct).isEqualTo(one).hasSameHashCodeAs(one).hasToString(one.toString());
        assertThat(direct.compareTo(several)).isZero();
      }
    }
    assertThatThrownBy(() -> BinaryString.fromAddress(parts, 5, 6))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void genericContainersHaveValueSemanticsAndSerialize() throws Exception {
    GenericRow row = sample();
    assertThat(row).isEqualTo(sample()).hasSameHashCodeAs(sample());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(row);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(row);
    }
    assertThat(row).hasToString("(1,a,[1, 2],{k=[null, 3]},[7],null)");
  }

  @Test
  void fieldGettersLookForNullsOnlyWhereThereMayBeSome() {
    GenericRow row = GenericRow.of(null, 5);
    assertThat(InternalRow.createFieldGetter(DataTypes.INT(), 0).getFieldOrNull(row)).isNull();
    assertThat(InternalRow.createFieldGetter(DataTypes.INT(), 1).getFieldOrNull(row)).isEqualTo(5);
    // The null bit of an aligned row is set and its slot holds a zero.
    DataType[] types = {DataTypes.INT()};
    BinaryRow nothing =
        new RowSerializer(types, BinaryRowFormat.ALIGNED).toBinaryRow(GenericRow.of((Object) null));
    assertThat(InternalRow.createFieldGetter(types[0], 0).getFieldOrNull(nothing)).isNull();
    assertThat(InternalRow.createFieldGetter(types[0].copy(false), 0).getFieldOrNull(nothing))
        .isEqualTo(0);
  }

  @Test
  void deepGettersCopyContainers() {
    GenericRow row =
        GenericRow.of(
            GenericArray.of(GenericMap.of(1, GenericRow.of(BinaryString.fromString("x"), null))));
    Object copy =
        InternalRow.createDeepFieldGetter(
                DataTypes.ARRAY(
                    DataTypes.MAP(
                        DataTypes.INT(), DataTypes.ROW(DataTypes.STRING(), DataTypes.INT()))),
                0)
            .getFieldOrNull(row);
    assertThat(copy).isEqualTo(row.getField(0)).isNotSameAs(row.getField(0));
  }

  private static GenericRow sample() {
    return GenericRow.of(
        1,
        BinaryString.fromString("a"),
        new GenericArray(new int[] {1, 2}),
        GenericMap.of(BinaryString.fromString("k"), GenericArray.of(null, 3)),
        new byte[] {7},
        null);
  }
}
