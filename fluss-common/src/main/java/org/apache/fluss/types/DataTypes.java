// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Arrays;
import org.apache.fluss.annotation.PublicStable;

/** Short names for types, all of them nullable. */
@PublicStable
public class DataTypes {

  /**
   * Reads a type from SQL text, for example {@code "ARRAY<INT NOT NULL>"}.
   *
   * @throws org.apache.fluss.metadata.ValidationException if the text is not a type
   * @throws IllegalArgumentException if a parameter of a type is out of range
   */
  public static DataType parse(String type) {
    return DataTypeParser.parse(type);
  }

  public static BinaryType BINARY(int length) {
    return new BinaryType(length);
  }

  public static BytesType BYTES() {
    return new BytesType();
  }

  public static BooleanType BOOLEAN() {
    return new BooleanType();
  }

  public static IntType INT() {
    return new IntType();
  }

  public static TinyIntType TINYINT() {
    return new TinyIntType();
  }

  public static SmallIntType SMALLINT() {
    return new SmallIntType();
  }

  public static BigIntType BIGINT() {
    return new BigIntType();
  }

  public static FloatType FLOAT() {
    return new FloatType();
  }

  public static DoubleType DOUBLE() {
    return new DoubleType();
  }

  public static CharType CHAR(int length) {
    return new CharType(length);
  }

  public static StringType STRING() {
    return new StringType();
  }

  public static DecimalType DECIMAL(int precision, int scale) {
    return new DecimalType(precision, scale);
  }

  public static DateType DATE() {
    return new DateType();
  }

  public static TimeType TIME() {
    return new TimeType();
  }

  public static TimeType TIME(int precision) {
    return new TimeType(precision);
  }

  public static TimestampType TIMESTAMP() {
    return new TimestampType();
  }

  public static TimestampType TIMESTAMP(int precision) {
    return new TimestampType(precision);
  }

  public static LocalZonedTimestampType TIMESTAMP_LTZ() {
    return new LocalZonedTimestampType();
  }

  public static LocalZonedTimestampType TIMESTAMP_LTZ(int precision) {
    return new LocalZonedTimestampType(precision);
  }

  public static ArrayType ARRAY(DataType element) {
    return new ArrayType(element);
  }

  /** A map; the key type is taken as NOT NULL. */
  public static MapType MAP(DataType keyType, DataType valueType) {
    return new MapType(keyType, valueType);
  }

  public static DataField FIELD(String name, DataType type) {
    return new DataField(name, type);
  }

  public static DataField FIELD(String name, DataType type, int fieldId) {
    return new DataField(name, type, null, fieldId);
  }

  public static DataField FIELD(String name, DataType type, String description) {
    return new DataField(name, type, description);
  }

  public static DataField FIELD(String name, DataType type, String description, int fieldId) {
    return new DataField(name, type, description, fieldId);
  }

  public static RowType ROW(DataField... fields) {
    return new RowType(Arrays.asList(fields));
  }

  /** A row with the field names {@code f0, f1, ...}. */
  public static RowType ROW(DataType... types) {
    return RowType.of(types);
  }
}
