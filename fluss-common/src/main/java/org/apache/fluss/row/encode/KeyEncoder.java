// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.encode;

import java.util.List;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.metadata.DataLakeFormat;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.RowType;

/** Turns key columns of rows of one type into bytes. Not thread safe: it reuses a buffer. */
public interface KeyEncoder {
  /** The key of a row, in an array of its own. */
  byte[] encodeKey(InternalRow row);

  /**
   * The encoder of the keys in the kv store.
   *
   * @param rowType type of the rows to be encoded
   * @param keyFields the primary key without partition columns, in its declared order; or, for a
   *     prefix lookup, the bucket key
   * @param tableConfig tells the version of the kv format and the lake format
   * @param isDefaultBucketKey whether the bucket key is that primary key
   * @throws UnsupportedOperationException if the version of the kv format is unknown
   */
  static KeyEncoder ofPrimaryKeyEncoder(
      RowType rowType,
      List<String> keyFields,
      TableConfig tableConfig,
      boolean isDefaultBucketKey) {
    int version = tableConfig.getKvFormatVersion().orElse(1);
    DataLakeFormat lakeFormat = tableConfig.getDataLakeFormat().orElse(null);
    return of(rowType, keyFields, KeyFormat.ofPrimaryKey(version, lakeFormat, isDefaultBucketKey));
  }

  /**
   * The encoder of the keys that select the bucket.
   *
   * @param lakeFormat null for a table without a lake format
   */
  static KeyEncoder ofBucketKeyEncoder(
      RowType rowType, List<String> keyFields, DataLakeFormat lakeFormat) {
    return of(rowType, keyFields, lakeFormat);
  }

  /**
   * The encoder whose bytes the bucketing function of the lake format expects.
   *
   * @param lakeFormat null for a table without a lake format
   * @throws IllegalArgumentException if a key column is missing or of a type the format has no keys
   *     of
   */
  static KeyEncoder of(RowType rowType, List<String> keyFields, DataLakeFormat lakeFormat) {
    return of(rowType, keyFields, KeyFormat.of(lakeFormat));
  }

  private static KeyEncoder of(RowType rowType, List<String> keyFields, KeyFormat format) {
    int[] positions = KeyFormat.positions(rowType, keyFields);
    switch (format) {
      case PAIMON:
        return new PaimonKeyEncoder(rowType, positions);
      case ICEBERG:
        return new IcebergKeyEncoder(rowType, positions);
      default:
        return new CompactedKeyEncoder(rowType, positions);
    }
  }
}
