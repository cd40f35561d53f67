// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/** Text of a fixed number of characters. Immutable. */
@PublicStable
public class CharType extends LeafType {
  private static final long serialVersionUID = 1L;

  public static final int EMPTY_LITERAL_LENGTH = 0;
  public static final int MIN_LENGTH = 1;
  public static final int MAX_LENGTH = Integer.MAX_VALUE;
  public static final int DEFAULT_LENGTH = 1;

  private final int length;

  /**
   * @param length number of characters, at least {@link #MIN_LENGTH}
   * @throws IllegalArgumentException if the length is out of range
   */
  public CharType(boolean isNullable, int length) {
    super(isNullable, DataTypeRoot.CHAR);
    this.length = requireInRange("CHAR length", length, MIN_LENGTH, MAX_LENGTH);
  }

  /** A nullable CHAR of the given length. */
  public CharType(int length) {
    this(true, length);
  }

  /** A nullable CHAR of length {@link #DEFAULT_LENGTH}. */
  public CharType() {
    this(DEFAULT_LENGTH);
  }

  /** Number of characters. */
  public int getLength() {
    return length;
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new CharType(isNullable, length);
  }

  @Override
  public String asSerializableString() {
    return withNullability("CHAR(%d)", length);
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o) && length == ((CharType) o).length;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), length);
  }
}
