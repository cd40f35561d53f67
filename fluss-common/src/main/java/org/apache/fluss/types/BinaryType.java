// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/** A fixed number of bytes. Immutable. */
@PublicStable
public final class BinaryType extends LeafType {
  private static final long serialVersionUID = 1L;

  public static final int EMPTY_LITERAL_LENGTH = 0;
  public static final int MIN_LENGTH = 1;
  public static final int MAX_LENGTH = Integer.MAX_VALUE;
  public static final int DEFAULT_LENGTH = 1;

  private final int length;

  /**
   * @param length number of bytes, at least {@link #MIN_LENGTH}
   * @throws IllegalArgumentException if the length is out of range
   */
  public BinaryType(boolean isNullable, int length) {
    super(isNullable, DataTypeRoot.BINARY);
    this.length = requireInRange("BINARY length", length, MIN_LENGTH, MAX_LENGTH);
  }

  /** A nullable BINARY of the given length. */
  public BinaryType(int length) {
    this(true, length);
  }

  /** A nullable BINARY of length {@link #DEFAULT_LENGTH}. */
  public BinaryType() {
    this(DEFAULT_LENGTH);
  }

  /** Number of bytes. */
  public int getLength() {
    return length;
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new BinaryType(isNullable, length);
  }

  @Override
  public String asSerializableString() {
    return withNullability("BINARY(%d)", length);
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o) && length == ((BinaryType) o).length;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), length);
  }
}
