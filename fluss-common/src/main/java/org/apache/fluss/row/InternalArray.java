// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.types.DataType;

/** A value of type ARRAY. */
@PublicEvolving
public interface InternalArray extends DataGetters {
  /** Number of elements. */
  int size();

  /** Copies the elements, none of which may be null. */
  boolean[] toBooleanArray();

  /** Copies the elements, none of which may be null. */
  byte[] toByteArray();

  /** Copies the elements, none of which may be null. */
  short[] toShortArray();

  /** Copies the elements, none of which may be null. */
  int[] toIntArray();

  /** Copies the elements, none of which may be null. */
  long[] toLongArray();

  /** Copies the elements, none of which may be null. */
  float[] toFloatArray();

  /** Copies the elements, none of which may be null. */
  double[] toDoubleArray();

  /** A getter of elements of the given type; it tests for null only if the type is nullable. */
  static ElementGetter createElementGetter(DataType elementType) {
    ValueGetter getter = ValueGetter.of(elementType);
    return getter::get;
  }

  /** Like {@link #createElementGetter}, but copies nested arrays, maps and rows to generic ones. */
  static ElementGetter createDeepElementGetter(DataType elementType) {
    ValueGetter getter = ValueGetter.deepOf(elementType);
    return getter::get;
  }

  /** Reads an element as an object. */
  @PublicEvolving
  interface ElementGetter extends Serializable {
    /** The element at {@code pos}, null if it is null. */
    Object getElementOrNull(InternalArray array, int pos);
  }
}
