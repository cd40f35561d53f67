// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** A table, or one partition of a partitioned table, by name. Immutable. */
@PublicEvolving
public class PhysicalTablePath implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TablePath tablePath;
  private final String partitionName;
  private final int hash;

  private PhysicalTablePath(TablePath tablePath, String partitionName) {
    this.tablePath = Objects.requireNonNull(tablePath, "tablePath");
    this.partitionName = partitionName;
    this.hash = Objects.hash(tablePath, partitionName);
  }

  /** A table that is not partitioned. */
  public static PhysicalTablePath of(TablePath tablePath) {
    return new PhysicalTablePath(tablePath, null);
  }

  /**
   * @param partitionName values of the partition joined by {@code $}; null if the table is not
   *     partitioned
   */
  public static PhysicalTablePath of(TablePath tablePath, String partitionName) {
    return new PhysicalTablePath(tablePath, partitionName);
  }

  /**
   * @param partitionName values of the partition joined by {@code $}; null if the table is not
   *     partitioned
   */
  public static PhysicalTablePath of(String databaseName, String tableName, String partitionName) {
    return new PhysicalTablePath(TablePath.of(databaseName, tableName), partitionName);
  }

  public TablePath getTablePath() {
    return tablePath;
  }

  public String getDatabaseName() {
    return tablePath.getDatabaseName();
  }

  public String getTableName() {
    return tablePath.getTableName();
  }

  /** Values of the partition joined by {@code $}; null if the table is not partitioned. */
  public String getPartitionName() {
    return partitionName;
  }

  /** True if the names and every value of the partition are well-formed. */
  public boolean isValid() {
    return tablePath.isValid()
        && (partitionName == null
            || Arrays.stream(ResolvedPartitionSpec.splitName(partitionName))
                .allMatch(value -> TablePath.detectInvalidName(value) == null));
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    PhysicalTablePath that = (PhysicalTablePath) o;
    return hash == that.hash
        && tablePath.equals(that.tablePath)
        && Objects.equals(partitionName, that.partitionName);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** {@code database.table} or {@code database.table(p=partition)}. */
  @Override
  public String toString() {
    return partitionName == null ? tablePath.toString() : tablePath + "(p=" + partitionName + ")";
  }
}
