// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.row.aligned.AlignedRow;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;

/** An array within a row of one format, which is the format of the rows within the array. */
public final class NestedArray extends BinaryArray {
  private static final long serialVersionUID = 1L;

  private final DataType elementType;
  private final BinaryRow.BinaryRowFormat format;

  /**
   * @param elementType null if it is not known, for the aligned format only, which needs no types
   */
  public NestedArray(DataType elementType, BinaryRow.BinaryRowFormat format) {
    this.elementType = elementType;
    this.format = format;
  }

  @Override
  protected BinaryArray createNestedArrayInstance() {
    return new NestedArray(
        elementType == null ? null : ((ArrayType) elementType).getElementType(), format);
  }

  @Override
  protected BinaryMap createNestedMapInstance() {
    if (elementType == null) {
      return new NestedMap(null, null, format);
    }
    MapType type = (MapType) elementType;
    return new NestedMap(type.getKeyType(), type.getValueType(), format);
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    BinaryRow row =
        elementType == null
            ? new AlignedRow(numFields)
            : format.newRow(((RowType) elementType).getFieldTypes().toArray(new DataType[0]));
    long extent = variableExtent(pos);
    row.pointTo(segment, (int) (extent >>> 32), (int) extent);
    return row;
  }
}
