// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.types.DataType;

/** A map within a row of one format, which is the format of the rows within the map. */
public final class NestedMap extends BinaryMap {
  private static final long serialVersionUID = 1L;

  private final DataType keyType;
  private final DataType valueType;
  private final BinaryRow.BinaryRowFormat format;

  /** The types may be null for the aligned format, which needs none. */
  public NestedMap(DataType keyType, DataType valueType, BinaryRow.BinaryRowFormat format) {
    this.keyType = keyType;
    this.valueType = valueType;
    this.format = format;
  }

  @Override
  protected BinaryArray createKeyArrayInstance() {
    return new NestedArray(keyType, format);
  }

  @Override
  protected BinaryArray createValueArrayInstance() {
    return new NestedArray(valueType, format);
  }

  @Override
  protected BinaryMap createMapInstance() {
    return new NestedMap(keyType, valueType, format);
  }
}
