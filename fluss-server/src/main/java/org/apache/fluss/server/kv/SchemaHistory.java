// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.apache.fluss.exception.SchemaNotExistException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableInfo;

/**
 * The schemas a table has and had, by id. They are read before they are needed, so that a lane
 * finds them in memory. Thread-safe.
 */
public final class SchemaHistory implements IntFunction<Schema> {
  private final Map<Integer, Schema> byId = new ConcurrentHashMap<>();
  private volatile int newest;

  /** Whether all schemas before the table's are known. */
  public boolean isKnownBefore(TableInfo table) {
    return table.getSchemaId() <= newest + 1;
  }

  /**
   * Learns the schema of a table.
   *
   * @param older all that are not known yet; others do no harm
   */
  public void add(TableInfo table, Map<Integer, Schema> older) {
    byId.putAll(older);
    byId.put(table.getSchemaId(), table.getSchema());
    newest = Math.max(newest, table.getSchemaId());
  }

  /**
   * The schema of an id.
   *
   * @throws SchemaNotExistException if the table never had it, as far as is known here
   */
  @Override
  public Schema apply(int id) {
    Schema schema = byId.get(id);
    if (schema == null) {
      throw new SchemaNotExistException(
          "The table has no schema with the id " + id + " as far as its leader knows.");
    }
    return schema;
  }
}
