// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.decode;

import java.util.List;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.metadata.DataLakeFormat;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.RowLayout;
import org.apache.fluss.row.aligned.AlignedRow;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.encode.KeyFormat;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/** Turns the bytes of keys back into the key columns. Thread safe. */
public interface KeyDecoder {
  /**
   * The key columns in the order of the key. The row may be a view of the bytes.
   *
   * @throws org.apache.fluss.exception.InvalidRecordException if the bytes are no key
   */
  InternalRow decodeKey(byte[] keyBytes);

  /**
   * The decoder of the keys in the kv store.
   *
   * @param rowType type that has the key columns
   * @param keyFields the key columns in the order of the key
   * @param lakeFormat null for a table without a lake format
   * @param isDefaultBucketKey whether the bucket key is the primary key without partition columns
   * @throws UnsupportedOperationException if the version of the kv format is unknown
   */
  static KeyDecoder ofPrimaryKeyDecoder(
      RowType rowType,
      List<String> keyFields,
      short kvFormatVersion,
      DataLakeFormat lakeFormat,
      boolean isDefaultBucketKey) {
    DataType[] types = KeyFormat.types(rowType, KeyFormat.positions(rowType, keyFields));
    switch (KeyFormat.ofPrimaryKey(kvFormatVersion, lakeFormat, isDefaultBucketKey)) {
      case PAIMON:
        return bytes -> {
          AlignedRow row = new AlignedRow(types.length);
          row.pointTo(MemorySegment.wrap(bytes), 0, bytes.length);
          row.ensureValid();
          return row;
        };
      case ICEBERG:
        return new IcebergKeyDecoder(types);
      default:
        RowLayout layout = RowLayout.compactedKey(types);
        return bytes -> {
          CompactedRow row = new CompactedRow(layout);
          row.pointTo(MemorySegment.wrap(bytes), 0, bytes.length);
          row.ensureValid();
          return row;
        };
    }
  }
}
