// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.row.InternalRow;

/** An object made of a row of a log, with its place in it. Immutable. */
@PublicEvolving
public class TypedScanRecord<T> {
  private final ScanRecord record;
  private final T value;

  public TypedScanRecord(ScanRecord record, T value) {
    this.record = record;
    this.value = value;
  }

  public T getValue() {
    return value;
  }

  public long logOffset() {
    return record.logOffset();
  }

  /** Milliseconds since the epoch. */
  public long timestamp() {
    return record.timestamp();
  }

  public ChangeType getChangeType() {
    return record.getChangeType();
  }

  /** The row the object was made of. */
  public InternalRow getRow() {
    return record.getRow();
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TypedScanRecord<?> other = (TypedScanRecord<?>) o;
    return record.equals(other.record) && Objects.equals(value, other.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(record, value);
  }

  @Override
  public String toString() {
    return getChangeType().shortString() + value + "@" + logOffset();
  }
}
