// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Collections;
import java.util.List;

/** A type without children. */
abstract class LeafType extends DataType {
  private static final long serialVersionUID = 1L;

  LeafType(boolean isNullable, DataTypeRoot typeRoot) {
    super(isNullable, typeRoot);
  }

  @Override
  public List<DataType> getChildren() {
    return Collections.emptyList();
  }

  static int requireInRange(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          String.format("%s is %d, but must lie between %d and %d.", what, value, min, max));
    }
    return value;
  }
}
