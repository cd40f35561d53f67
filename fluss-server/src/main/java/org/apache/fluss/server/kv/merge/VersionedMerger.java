// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.TimestampType;

/** The row with the larger version stays, of equal ones the newer; null is the smallest version. */
final class VersionedMerger implements RowMerger {
  private final DeleteBehavior deletes;
  private final int column;
  private final Version version;
  private final StoredRows olds;
  private final StoredRows nexts;

  /** Compares the versions of two rows. */
  private interface Version {
    boolean isOlder(StoredRow row, StoredRow than);
  }

  /**
   * @param column position of the version in the rows read
   */
  VersionedMerger(
      DeleteBehavior deletes, int column, DataType type, StoredRows olds, StoredRows nexts) {
    this.deletes = deletes;
    this.column = column;
    this.version = version(type);
    this.olds = olds;
    this.nexts = nexts;
  }

  private Version version(DataType type) {
    switch (type.getTypeRoot()) {
      case INTEGER:
        return (row, than) -> integer(row) < integer(than);
      case BIGINT:
        return (row, than) -> bigint(row) < bigint(than);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int ntz = ((TimestampType) type).getPrecision();
        return (row, than) -> ntz(row, ntz).compareTo(ntz(than, ntz)) < 0;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int ltz = ((LocalZonedTimestampType) type).getPrecision();
        return (row, than) -> ltz(row, ltz).compareTo(ltz(than, ltz)) < 0;
      default:
        throw new IllegalArgumentException("A version cannot be of type " + type + ".");
    }
  }

  private int integer(StoredRow row) {
    return row.isNull(column) ? Integer.MIN_VALUE : row.row.getInt(row.position(column));
  }

  private long bigint(StoredRow row) {
    return row.isNull(column) ? Long.MIN_VALUE : row.row.getLong(row.position(column));
  }

  private TimestampNtz ntz(StoredRow row, int precision) {
    return row.isNull(column)
        ? TimestampNtz.fromMillis(Long.MIN_VALUE)
        : row.row.getTimestampNtz(row.position(column), precision);
  }

  private TimestampLtz ltz(StoredRow row, int precision) {
    return row.isNull(column)
        ? TimestampLtz.fromEpochMillis(Long.MIN_VALUE)
        : row.row.getTimestampLtz(row.position(column), precision);
  }

  @Override
  public byte[] merge(byte[] old, byte[] next) {
    return old != null && version.isOlder(nexts.read(next), olds.read(old)) ? old : next;
  }

  @Override
  public byte[] delete(byte[] old) {
    throw new UnsupportedOperationException("The versioned merge engine deletes nothing.");
  }

  @Override
  public DeleteBehavior deleteBehavior() {
    return deletes;
  }
}
