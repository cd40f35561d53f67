// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.io.Serializable;
import java.util.Objects;
import org.apache.fluss.types.DataType;

/** A field of a row: its position, name and type. Immutable. */
public class FieldRef implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int index;
  private final String name;
  private final DataType type;

  public FieldRef(int index, String name, DataType type) {
    this.index = index;
    this.name = name;
    this.type = type;
  }

  /** Position from 0. */
  public int index() {
    return index;
  }

  public String name() {
    return name;
  }

  public DataType type() {
    return type;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof FieldRef)) {
      return false;
    }
    FieldRef that = (FieldRef) o;
    return index == that.index && name.equals(that.name) && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return Objects.hash(index, name, type);
  }

  @Override
  public String toString() {
    return name + " " + type + " at " + index;
  }
}
