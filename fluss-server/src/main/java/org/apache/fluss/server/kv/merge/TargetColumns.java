// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.util.Arrays;
import org.apache.fluss.exception.InvalidTargetColumnException;
import org.apache.fluss.metadata.Schema;

/** The columns of a schema that a partial write names, the primary key among them. Immutable. */
final class TargetColumns {
  private final boolean[] targets;
  private final boolean[] keys;

  /**
   * @param positions in any order; those behind the last column name none
   * @throws InvalidTargetColumnException if a row cannot be written by these columns alone
   */
  TargetColumns(Schema schema, int[] positions) {
    int columns = schema.getColumns().size();
    targets = new boolean[columns];
    keys = new boolean[columns];
    for (int position : positions) {
      if (position < 0) {
        throw new IllegalArgumentException(
            "The target column " + position + " is no position of a column.");
      }
      if (position < columns) {
        targets[position] = true;
      }
    }
    for (int key : schema.getPrimaryKeyIndexes()) {
      keys[key] = true;
      if (!targets[key]) {
        throw new InvalidTargetColumnException(
            "The target columns "
                + Arrays.toString(positions)
                + " lack the primary key column '"
                + schema.getColumnName(key)
                + "'; a partial write names all of "
                + schema.getPrimaryKeyColumnNames()
                + ".");
      }
    }
    for (int i = 0; i < columns; i++) {
      Schema.Column column = schema.getColumns().get(i);
      if (!keys[i]
          && !column.getDataType().isNullable()
          && !schema.getAutoIncrementColumnNames().contains(column.getName())) {
        throw new InvalidTargetColumnException(
            "Column '"
                + column.getName()
                + "' is NOT NULL; a table written by some of its columns needs all columns"
                + " outside of the primary key nullable.");
      }
    }
  }

  boolean contains(int column) {
    return targets[column];
  }

  boolean areKeysOnly() {
    return Arrays.equals(targets, keys);
  }

  /** Throws unless the row, which may be older than the schema, has all these columns. */
  void requireIn(StoredRow row) {
    for (int i = 0; i < targets.length; i++) {
      if (targets[i] && row.position(i) < 0) {
        throw new IllegalArgumentException(
            "The target column "
                + i
                + " is younger than the schema the rows were written with; open the writer again.");
      }
    }
  }

  /**
   * What a delete of these columns leaves of a row.
   *
   * @return null if the other columns are null, so that the row goes
   */
  byte[] delete(StoredRow old, ValueBuilder builder) {
    boolean rest = false;
    for (int i = 0; i < targets.length && !rest; i++) {
      rest = !targets[i] && !old.isNull(i);
    }
    if (!rest) {
      return null;
    }
    builder.start();
    for (int i = 0; i < targets.length; i++) {
      if (targets[i] && !keys[i]) {
        builder.setNull(i);
      } else {
        builder.copy(old, i);
      }
    }
    return builder.finish();
  }
}
