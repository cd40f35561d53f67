// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.serializer;

import java.io.Serializable;
import org.apache.fluss.row.BinaryMap;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.NestedMap;
import org.apache.fluss.types.DataType;

/** Turns maps of one type into bytes. Not thread safe. */
public class MapSerializer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ArraySerializer keys;
  private final ArraySerializer values;
  private final NestedMap map;

  /**
   * @param format format of the rows around and within the map
   */
  public MapSerializer(DataType keyType, DataType valueType, BinaryRow.BinaryRowFormat format) {
    this.keys = new ArraySerializer(keyType.copy(false), format);
    this.values = new ArraySerializer(valueType, format);
    this.map = new NestedMap(keyType, valueType, format);
  }

  /** The map as bytes; the next call makes the result another map. */
  public BinaryMap toBinaryMap(InternalMap from) {
    return BinaryMap.valueOf(
        keys.toBinaryArray(from.keyArray()), values.toBinaryArray(from.valueArray()), map);
  }
}
