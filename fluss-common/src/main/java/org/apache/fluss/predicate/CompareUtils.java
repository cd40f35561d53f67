// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.Arrays;
import org.apache.fluss.types.DataType;

/** The order of values as rows hold them. */
public class CompareUtils {
  private CompareUtils() {}

  /**
   * Compares two values of one type, neither of which is null; bytes as unsigned numbers.
   *
   * @throws IllegalArgumentException if the type has no order
   */
  @SuppressWarnings("unchecked")
  public static int compareLiteral(DataType type, Object v1, Object v2) {
    if (v1 instanceof byte[]) {
      return Arrays.compareUnsigned((byte[]) v1, (byte[]) v2);
    }
    if (v1 instanceof Comparable) {
      return ((Comparable<Object>) v1).compareTo(v2);
    }
    throw new IllegalArgumentException("Values of type " + type + " cannot be compared");
  }
}
