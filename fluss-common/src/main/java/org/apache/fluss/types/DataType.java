// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/**
 * A column type: a root, whether null is allowed, and the parameters of its kind. Immutable, hence
 * safe to share between threads. Two types are equal if root, nullability and parameters are.
 */
@PublicStable
public abstract class DataType implements Serializable {
  private static final long serialVersionUID = 1L;

  private final boolean isNullable;
  private final DataTypeRoot typeRoot;

  public DataType(boolean isNullable, DataTypeRoot typeRoot) {
    this.isNullable = isNullable;
    this.typeRoot = Objects.requireNonNull(typeRoot, "typeRoot");
  }

  public boolean isNullable() {
    return isNullable;
  }

  public DataTypeRoot getTypeRoot() {
    return typeRoot;
  }

  public boolean is(DataTypeRoot typeRoot) {
    return this.typeRoot == typeRoot;
  }

  public boolean isAnyOf(DataTypeRoot... typeRoots) {
    return Arrays.asList(typeRoots).contains(typeRoot);
  }

  /** True if the root belongs to at least one of the families. */
  public boolean isAnyOf(DataTypeFamily... families) {
    return Arrays.stream(families).anyMatch(this::is);
  }

  public boolean is(DataTypeFamily family) {
    return typeRoot.getFamilies().contains(family);
  }

  /** The same type with the given nullability; nested types keep theirs. */
  public abstract DataType copy(boolean isNullable);

  /** The same type. */
  public final DataType copy() {
    return copy(isNullable);
  }

  /** SQL text that {@link DataTypes#parse} reads back to an equal type. */
  public abstract String asSerializableString();

  /** Text for people: like the serializable one, but shorter where that is possible. */
  public String asSummaryString() {
    return asSerializableString();
  }

  /** Types this one is built of, in order; empty for a leaf. */
  public abstract List<DataType> getChildren();

  public abstract <R> R accept(DataTypeVisitor<R> visitor);

  /** The formatted text, with the suffix that marks a type that does not take null. */
  protected String withNullability(String format, Object... params) {
    String text = String.format(format, params);
    return isNullable ? text : text + " NOT NULL";
  }

  @Override
  public String toString() {
    return asSummaryString();
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    DataType that = (DataType) o;
    return isNullable == that.isNullable && typeRoot == that.typeRoot;
  }

  /** The same in every JVM, unlike the hash of an enum constant. */
  @Override
  public int hashCode() {
    return 31 * typeRoot.ordinal() + Boolean.hashCode(isNullable);
  }
}
