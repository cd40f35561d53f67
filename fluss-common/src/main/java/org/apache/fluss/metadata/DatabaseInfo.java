// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** A database as the cluster knows it. Immutable. */
@PublicEvolving
public class DatabaseInfo {
  private final String databaseName;
  private final DatabaseDescriptor databaseDescriptor;
  private final long createdTime;
  private final long modifiedTime;

  /**
   * @param createdTime milliseconds since 1970-01-01 UTC
   * @param modifiedTime milliseconds since 1970-01-01 UTC
   */
  public DatabaseInfo(
      String databaseName,
      DatabaseDescriptor databaseDescriptor,
      long createdTime,
      long modifiedTime) {
    this.databaseName = Objects.requireNonNull(databaseName, "databaseName");
    this.databaseDescriptor = Objects.requireNonNull(databaseDescriptor, "databaseDescriptor");
    this.createdTime = createdTime;
    this.modifiedTime = modifiedTime;
  }

  public String getDatabaseName() {
    return databaseName;
  }

  public DatabaseDescriptor getDatabaseDescriptor() {
    return databaseDescriptor;
  }

  /** Milliseconds since 1970-01-01 UTC. */
  public long getCreatedTime() {
    return createdTime;
  }

  /** Milliseconds since 1970-01-01 UTC. */
  public long getModifiedTime() {
    return modifiedTime;
  }
}
