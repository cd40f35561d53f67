// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.encode;

import java.util.List;
import org.apache.fluss.metadata.DataLakeFormat;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/** The layouts of a key. */
public enum KeyFormat {
  /** Compacted fields one after the other; a key of fewer columns is a prefix of one of more. */
  COMPACTED,
  /** An aligned row. */
  PAIMON,
  /** The bytes Iceberg hashes for its bucket transform, of one column. */
  ICEBERG;

  /**
   * The format that a lake places keys by.
   *
   * @param lakeFormat null for none
   */
  public static KeyFormat of(DataLakeFormat lakeFormat) {
    if (lakeFormat == null) {
      return COMPACTED;
    }
    switch (lakeFormat) {
      case PAIMON:
        return PAIMON;
      case ICEBERG:
        return ICEBERG;
      case LANCE:
        return COMPACTED;
      default:
        throw new UnsupportedOperationException("No key format for lake " + lakeFormat);
    }
  }

  /**
   * The format of the keys in the kv store.
   *
   * @param lakeFormat null for none
   * @throws UnsupportedOperationException if the version is unknown
   */
  public static KeyFormat ofPrimaryKey(
      int kvFormatVersion, DataLakeFormat lakeFormat, boolean isDefaultBucketKey) {
    switch (kvFormatVersion) {
      case 1:
        return of(lakeFormat);
      case 2:
        // A bucket key that is part of the primary key must be a prefix of it, for prefix lookups.
        return isDefaultBucketKey ? of(lakeFormat) : COMPACTED;
      default:
        throw new UnsupportedOperationException(
            "Version " + kvFormatVersion + " of the kv format is not known, only 1 and 2 are");
    }
  }

  /**
   * Positions of columns in the row type; throws {@link IllegalArgumentException} if one is
   * missing.
   */
  public static int[] positions(RowType rowType, List<String> keyFields) {
    int[] positions = new int[keyFields.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = rowType.getFieldIndex(keyFields.get(i));
      if (positions[i] < 0) {
        throw new IllegalArgumentException(
            "Key column " + keyFields.get(i) + " is not among " + rowType.getFieldNames());
      }
    }
    return positions;
  }

  /** Types of the columns at the positions. */
  public static DataType[] types(RowType rowType, int[] positions) {
    DataType[] types = new DataType[positions.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = rowType.getTypeAt(positions[i]);
    }
    return types;
  }
}
