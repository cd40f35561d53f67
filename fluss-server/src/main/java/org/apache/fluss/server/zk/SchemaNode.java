// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TablePath;

/**
 * {@code .../tables/{table}/schemas/{schemaId}}: a version of a table's schema; ids count from 1.
 */
public final class SchemaNode {
  private SchemaNode() {}

  public static String parent(TablePath table) {
    return TableNode.path(table) + "/schemas";
  }

  public static String path(TablePath table, int schemaId) {
    return parent(table) + "/" + schemaId;
  }

  public static byte[] encode(Schema schema) {
    return schema.toJsonBytes();
  }

  public static Schema decode(byte[] data) {
    try {
      return Schema.fromJsonBytes(data);
    } catch (RuntimeException e) {
      throw MetadataStoreException.corrupt("schema", String.valueOf(e.getMessage()), e);
    }
  }
}
