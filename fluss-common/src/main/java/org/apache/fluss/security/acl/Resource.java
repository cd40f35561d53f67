// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Objects;
import org.apache.fluss.metadata.TablePath;

/** What rights are given on. Immutable. */
public class Resource {
  /** Every resource of a type. */
  public static final String WILDCARD_RESOURCE = "*";

  /** Name of the one cluster resource. */
  public static final String FLUSS_CLUSTER = "fluss-cluster";

  /** Pattern of what stands between database and table in a name. */
  public static final String TABLE_SPLITTER = "\\.";

  private final ResourceType type;
  private final String name;

  public Resource(ResourceType type, String name) {
    this.type = Objects.requireNonNull(type, "type");
    this.name = Objects.requireNonNull(name, "name");
  }

  public ResourceType getType() {
    return type;
  }

  /** The constant {@link #FLUSS_CLUSTER}, a database, {@code database.table}, or {@code *}. */
  public String getName() {
    return name;
  }

  /** In filters: every resource. */
  public static Resource any() {
    return new Resource(ResourceType.ANY, "any");
  }

  public static Resource cluster() {
    return new Resource(ResourceType.CLUSTER, FLUSS_CLUSTER);
  }

  public static Resource database(String databaseName) {
    return new Resource(ResourceType.DATABASE, databaseName);
  }

  public static Resource table(String databaseName, String tableName) {
    return table(TablePath.of(databaseName, tableName));
  }

  public static Resource table(TablePath tablePath) {
    return new Resource(ResourceType.TABLE, tablePath.toString());
  }

  /**
   * @param resourceType name of a {@link ResourceType} in any case
   * @throws IllegalArgumentException if there is no such type
   */
  public static Resource of(String resourceType, String resourceName) {
    return new Resource(ResourceType.fromName(resourceType), resourceName);
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    Resource that = (Resource) o;
    return type.equals(that.type) && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, name);
  }

  @Override
  public String toString() {
    return "Resource{type=" + type + ", name=" + name + "}";
  }
}
