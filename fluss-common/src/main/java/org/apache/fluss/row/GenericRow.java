// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import java.util.Arrays;
import java.util.StringJoiner;
import org.apache.fluss.annotation.PublicEvolving;

/**
 * A row of Java objects; {@link InternalRow} lists the class for each type. A value of another
 * class (such as {@link String} for STRING) throws {@link ClassCastException} when it is read. Not
 * thread safe while it is being changed.
 */
@PublicEvolving
public final class GenericRow implements InternalRow, Serializable {
  private static final long serialVersionUID = 1L;

  // Every value class is serializable, which the static type cannot say.
  @SuppressWarnings("serial")
  private final Object[] fields;

  /** A row whose fields are all null. */
  public GenericRow(int arity) {
    this.fields = new Object[arity];
  }

  private GenericRow(Object[] fields) {
    this.fields = fields;
  }

  /** A row over the given values, which are not copied. */
  public static GenericRow of(Object... values) {
    return new GenericRow(values);
  }

  /** Sets a field; null is allowed. */
  public void setField(int pos, Object value) {
    fields[pos] = value;
  }

  /** The value of a field, null if it is null. */
  public Object getField(int pos) {
    return fields[pos];
  }

  @Override
  public int getFieldCount() {
    return fields.length;
  }

  @Override
  public boolean isNullAt(int pos) {
    return fields[pos] == null;
  }

  @Override
  public boolean getBoolean(int pos) {
    return (Boolean) fields[pos];
  }

  @Override
  public byte getByte(int pos) {
    return (Byte) fields[pos];
  }

  @Override
  public short getShort(int pos) {
    return (Short) fields[pos];
  }

  @Override
  public int getInt(int pos) {
    return (Integer) fields[pos];
  }

  @Override
  public long getLong(int pos) {
    return (Long) fields[pos];
  }

  @Override
  public float getFloat(int pos) {
    return (Float) fields[pos];
  }

  @Override
  public double getDouble(int pos) {
    return (Double) fields[pos];
  }

  @Override
  public BinaryString getChar(int pos, int length) {
    return (BinaryString) fields[pos];
  }

  @Override
  public BinaryString getString(int pos) {
    return (BinaryString) fields[pos];
  }

  @Override
  public Decimal getDecimal(int pos, int precision, int scale) {
    return (Decimal) fields[pos];
  }

  @Override
  public TimestampNtz getTimestampNtz(int pos, int precision) {
    return (TimestampNtz) fields[pos];
  }

  @Override
  public TimestampLtz getTimestampLtz(int pos, int precision) {
    return (TimestampLtz) fields[pos];
  }

  @Override
  public byte[] getBinary(int pos, int length) {
    return (byte[]) fields[pos];
  }

  @Override
  public byte[] getBytes(int pos) {
    return (byte[]) fields[pos];
  }

  @Override
  public InternalArray getArray(int pos) {
    return (InternalArray) fields[pos];
  }

  @Override
  public InternalMap getMap(int pos) {
    return (InternalMap) fields[pos];
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    return (InternalRow) fields[pos];
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof GenericRow && Arrays.deepEquals(fields, ((GenericRow) o).fields);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(fields);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(",", "(", ")");
    for (Object field : fields) {
      text.add(field instanceof byte[] ? Arrays.toString((byte[]) field) : String.valueOf(field));
    }
    return text.toString();
  }
}
