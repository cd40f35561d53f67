// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;

/** A range of a key and a value column as one map, in the order it was written. */
final class ArrowMap implements InternalMap {
  private final ArrowColumn keys;
  private final ArrowColumn values;
  private final int start;
  private final int size;

  ArrowMap(ArrowColumn keys, ArrowColumn values, int start, int size) {
    this.keys = keys;
    this.values = values;
    this.start = start;
    this.size = size;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public InternalArray keyArray() {
    return new ArrowArray(keys, start, size);
  }

  @Override
  public InternalArray valueArray() {
    return new ArrowArray(values, start, size);
  }
}
