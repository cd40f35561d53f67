// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.converter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.api.Test;

/** Objects as rows and back. */
class PojoTest {
  private static final int NANOS = 123_456_789;

  /** One field per type. */
  public static class Everything {
    public Boolean bool;
    public Byte tiny;
    public Short small;
    public Integer number;
    public Long big;
    public Float single;
    public Double twice;
    public Character letter;
    public String text;
    public byte[] bytes;
    public BigDecimal amount;
    public LocalDate date;
    public LocalTime time;
    public LocalDateTime local;
    public Instant instant;
    public OffsetDateTime offset;
    public String initial = "kept";
    private Boolean hidden;

    public Boolean isHidden() {
      return hidden;
    }

    public void setHidden(Boolean hidden) {
      this.hidden = hidden;
    }
  }

  private static RowType type(int precision) {
    return DataTypes.ROW(
        field("bool", DataTypes.BOOLEAN()),
        field("tiny", DataTypes.TINYINT()),
        field("small", DataTypes.SMALLINT()),
        field("number", DataTypes.INT()),
        field("big", DataTypes.BIGINT()),
        field("single", DataTypes.FLOAT()),
        field("twice", DataTypes.DOUBLE()),
        field("letter", DataTypes.CHAR(1)),
        field("text", DataTypes.STRING()),
        field("bytes", DataTypes.BYTES()),
        field("amount", DataTypes.DECIMAL(6, 2)),
        field("date", DataTypes.DATE()),
        field("time", DataTypes.TIME()),
        field("local", DataTypes.TIMESTAMP(precision)),
        field("instant", DataTypes.TIMESTAMP_LTZ(precision)),
        field("offset", DataTypes.TIMESTAMP_LTZ(precision)),
        field("initial", DataTypes.STRING()),
        field("hidden", DataTypes.BOOLEAN()));
  }

  private static DataField field(String name, DataType type) {
    return new DataField(name, type);
  }

  private static Everything object() {
    Everything object = new Everything();
    object.bool = true;
    object.tiny = 1;
    object.small = 2;
    object.number = 3;
    object.big = 4L;
    object.single = 5f;
    object.twice = 6d;
    object.letter = 'x';
    object.text = "text";
    object.bytes = new byte[] {1, 2};
    object.amount = new BigDecimal("12.345");
    object.date = LocalDate.of(2026, 12, 1);
    object.time = LocalTime.of(1, 2, 3, NANOS);
    object.local = LocalDateTime.of(2026, 12, 1, 1, 2, 3, NANOS);
    object.instant = Instant.ofEpochSecond(-5, NANOS);
    object.offset = OffsetDateTime.of(2026, 12, 1, 1, 2, 3, NANOS, ZoneOffset.ofHours(2));
    object.initial = null;
    object.hidden = true;
    return object;
  }

  @Test
  void everyTypeThereAndBack() {
    for (int precision : new int[] {0, 3, 6, 9}) {
      int cut = (int) (NANOS / Math.pow(10, 9 - precision)) * (int) Math.pow(10, 9 - precision);
      RowType type = type(precision);
      GenericRow row = PojoToRow.create(Everything.class, type).row(object());
      Everything read = RowToPojo.create(Everything.class, type).object(row);
      assertThat(read.bool).isTrue();
      assertThat(read.tiny).isEqualTo((byte) 1);
      assertThat(read.small).isEqualTo((short) 2);
      assertThat(read.number).isEqualTo(3);
      assertThat(read.big).isEqualTo(4L);
      assertThat(read.single).isEqualTo(5f);
      assertThat(read.twice).isEqualTo(6d);
      assertThat(read.letter).isEqualTo('x');
      assertThat(read.text).isEqualTo("text");
      assertThat(read.bytes).containsExactly(1, 2);
      assertThat(read.amount).isEqualTo(new BigDecimal("12.35"));
      assertThat(read.date).isEqualTo(object().date);
      assertThat(read.time).isEqualTo(LocalTime.of(1, 2, 3, 123_000_000));
      assertThat(read.local).isEqualTo(object().local.withNano(cut));
      assertThat(read.instant).isEqualTo(Instant.ofEpochSecond(-5, cut));
      assertThat(read.offset.toInstant()).isEqualTo(object().offset.withNano(cut).toInstant());
      assertThat(read.offset.getOffset()).isEqualTo(ZoneOffset.UTC);
      assertThat(read.initial).as("a null column").isEqualTo("kept");
      assertThat(read.isHidden()).isTrue();
    }
  }

  @Test
  void valuesThatDoNotFit() {
    PojoToRow<Everything> converter = PojoToRow.create(Everything.class, type(3));
    Everything object = object();
    object.amount = new BigDecimal("12345.6");
    assertThatThrownBy(() -> converter.row(object)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Has no constructor without arguments. */
  public static class NoConstructor {
    public Integer id;

    public NoConstructor(Integer id) {
      this.id = id;
    }
  }

  /** Has a primitive field. */
  public static class Primitive {
    public int id;
  }

  /** Has a field nobody can set. */
  public static class Closed {
    private Integer id;

    public Integer getId() {
      return id;
    }
  }

  @Test
  void classesThatDoNotFit() {
    RowType id = DataTypes.ROW(field("id", DataTypes.INT()));
    for (Class<?> wrong : new Class<?>[] {NoConstructor.class, Primitive.class, Closed.class}) {
      assertThatThrownBy(() -> PojoToRow.create(wrong, id))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> RowToPojo.create(wrong, id))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> PojoToRow.create(Everything.class, id))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'id'");
    RowType other = DataTypes.ROW(field("number", DataTypes.STRING()));
    assertThatThrownBy(() -> PojoToRow.create(Everything.class, other))
        .isInstanceOf(IllegalArgumentException.class);
    RowType nested = DataTypes.ROW(field("text", DataTypes.ARRAY(DataTypes.INT())));
    assertThatThrownBy(() -> PojoToRow.create(Everything.class, nested))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
