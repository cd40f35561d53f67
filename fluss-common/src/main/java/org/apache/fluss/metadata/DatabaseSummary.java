// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** What a list of databases shows of one. Immutable. */
@PublicEvolving
public class DatabaseSummary {
  private final String databaseName;
  private final long createdTime;
  private final int tableCount;

  public DatabaseSummary(String databaseName, long createdTime, int tableCount) {
    this.databaseName = Objects.requireNonNull(databaseName, "databaseName");
    this.createdTime = createdTime;
    this.tableCount = tableCount;
  }

  public String getDatabaseName() {
    return databaseName;
  }

  /** Milliseconds since 1970-01-01 UTC. */
  public long getCreatedTime() {
    return createdTime;
  }

  public int getTableCount() {
    return tableCount;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    DatabaseSummary that = (DatabaseSummary) o;
    return databaseName.equals(that.databaseName)
        && createdTime == that.createdTime
        && tableCount == that.tableCount;
  }

  @Override
  public int hashCode() {
    return Objects.hash(databaseName, createdTime, tableCount);
  }

  @Override
  public String toString() {
    return "DatabaseSummary{databaseName="
        + databaseName
        + ", createdTime="
        + createdTime
        + ", tableCount="
        + tableCount
        + "}";
  }
}
