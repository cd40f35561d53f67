// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.encode.CompactedKeyEncoder;
import org.apache.fluss.row.serializer.RowSerializer;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where bytes lie in rows that the golden data have no example of. */
class RowLayoutTest {
  private static byte[] write(BinaryRowFormat format, DataType type, Object value) {
    BinaryRow row =
        new RowSerializer(new DataType[] {type}, format).toBinaryRow(GenericRow.of(value));
    byte[] bytes = new byte[row.getSizeInBytes()];
    row.copyTo(bytes, 0);
    return bytes;
  }

  @Test
  void arraysHaveAWordOfNullBitsForEvery32Elements() {
    for (int elements : new int[] {32, 33}) {
      Object[] longs = new Object[elements];
      for (int i = 0; i < elements - 1; i++) {
        longs[i] = -1L;
      }
      byte[] array =
          write(BinaryRowFormat.INDEXED, DataTypes.ARRAY(DataTypes.BIGINT()), array(longs));
      int nullBits = elements == 32 ? 4 : 8;
      // Null bits of the row, length of the array, number of elements.
      int start = 1 + 4 + 4;
      assertThat(array).hasSize(start + nullBits + elements * 8 + (elements == 32 ? 0 : 4));
      byte[] bits = new byte[nullBits];
      System.arraycopy(array, start, bits, 0, nullBits);
      assertThat(bits)
          .isEqualTo(elements == 32 ? bytes(0, 0, 0, 0x80) : bytes(0, 0, 0, 0, 1, 0, 0, 0));
      assertThat(array[start + nullBits]).isEqualTo((byte) -1);
    }
  }

  private static GenericArray array(Object... elements) {
    return new GenericArray(elements);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void upToSevenBytesOfTextLieInTheSlotOfAnElement() {
    DataType type = DataTypes.ARRAY(DataTypes.STRING());
    int start = 1 + 4;
    byte[] seven = write(BinaryRowFormat.INDEXED, type, array(BinaryString.fromString("abcdefg")));
    assertThat(seven).hasSize(start + 16);
    assertThat(seven).endsWith(bytes('a', 'b', 'c', 'd', 'e', 'f', 'g', 0x87));
    byte[] eight = write(BinaryRowFormat.INDEXED, type, array(BinaryString.fromString("abcdefgh")));
    assertThat(eight).hasSize(start + 24);
    assertThat(eight)
        .endsWith(bytes(8, 0, 0, 0, 16, 0, 0, 0, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'));
  }

  @ParameterizedTest
  @EnumSource(BinaryRowFormat.class)
  void nullsDeepInsideOfRowsStayNull(BinaryRowFormat format) {
    RowType inner =
        RowType.of(DataTypes.INT(), DataTypes.ROW(DataTypes.STRING(), DataTypes.BIGINT()));
    RowType outer = RowType.of(DataTypes.ROW(inner, DataTypes.STRING()), DataTypes.ARRAY(inner));
    DataType[] types = outer.getFieldTypes().toArray(new DataType[0]);
    GenericRow deep = GenericRow.of(1, GenericRow.of(BinaryString.fromString("x"), null));
    GenericRow hollow = GenericRow.of(null, null);
    List<GenericRow> rows =
        List.of(
            GenericRow.of(
                GenericRow.of(hollow, BinaryString.fromString("beside")),
                array(deep, null, hollow)),
            GenericRow.of(GenericRow.of(null, null), array((Object) null)),
            GenericRow.of(null, null));
    RowSerializer serializer = new RowSerializer(types, format);
    for (GenericRow row : rows) {
      assertThat(GoldenValues.copy(serializer.toBinaryRow(row).copy(), types)).isEqualTo(row);
    }
  }

  @Test
  void aCompactedKeyHoldsNoNull() {
    RowType type = RowType.of(DataTypes.INT(), DataTypes.STRING());
    assertThatThrownBy(() -> new CompactedKeyEncoder(type).encodeKey(GenericRow.of(1, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("position 1");
  }
}
