// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.encode;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/**
 * Builds rows of one type as bytes: {@code startNewRow}, every field once and in order, {@code
 * finishRow}. Not thread safe.
 */
@PublicEvolving
public interface RowEncoder extends AutoCloseable {
  void startNewRow();

  /**
   * Appends a field; {@link org.apache.fluss.row.InternalRow} lists the class of the value for each
   * type. Throws {@link NullPointerException} if it is null and its type forbids that.
   */
  void encodeField(int pos, Object value);

  /** The row, in a buffer that the next row overwrites; {@code copy} it to keep it. */
  BinaryRow finishRow();

  static RowEncoder create(KvFormat kvFormat, RowType rowType) {
    return create(kvFormat, rowType.getFieldTypes().toArray(new DataType[0]));
  }

  static RowEncoder create(KvFormat kvFormat, DataType[] fieldDataTypes) {
    switch (kvFormat) {
      case COMPACTED:
        return new CompactedRowEncoder(fieldDataTypes);
      case INDEXED:
        return new IndexedRowEncoder(fieldDataTypes);
      default:
        throw new IllegalArgumentException("No rows of kv format " + kvFormat);
    }
  }
}
