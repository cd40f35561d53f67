// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;
import org.apache.fluss.annotation.Internal;

/** A schema with its id in the table. Immutable. */
@Internal
public final class SchemaInfo {
  private final Schema schema;
  private final int schemaId;

  public SchemaInfo(Schema schema, int schemaId) {
    this.schema = Objects.requireNonNull(schema, "schema");
    this.schemaId = schemaId;
  }

  public Schema getSchema() {
    return schema;
  }

  /** Counts up from 1 with every change of the schema of the table. */
  public int getSchemaId() {
    return schemaId;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    SchemaInfo that = (SchemaInfo) o;
    return schema.equals(that.schema) && schemaId == that.schemaId;
  }

  @Override
  public int hashCode() {
    return Objects.hash(schema, schemaId);
  }

  @Override
  public String toString() {
    return "SchemaInfo{schemaId=" + schemaId + ", schema=" + schema + "}";
  }
}
