// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.FlussConnection;
import org.apache.fluss.client.lookup.Lookup;
import org.apache.fluss.client.lookup.TableLookup;
import org.apache.fluss.client.metadata.ClientSchemaGetter;
import org.apache.fluss.client.table.scanner.Scan;
import org.apache.fluss.client.table.scanner.TableScan;
import org.apache.fluss.client.table.writer.Append;
import org.apache.fluss.client.table.writer.TableAppend;
import org.apache.fluss.client.table.writer.TableUpsert;
import org.apache.fluss.client.table.writer.Upsert;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;

/** A table of a connection. */
@PublicEvolving
public class FlussTable implements Table {
  private final FlussConnection connection;
  private final TablePath tablePath;
  private final TableInfo tableInfo;
  private final SchemaGetter schemaGetter;

  public FlussTable(FlussConnection connection, TablePath tablePath, TableInfo tableInfo) {
    this.connection = connection;
    this.tablePath = tablePath;
    this.tableInfo = tableInfo;
    this.schemaGetter =
        new ClientSchemaGetter(tablePath, tableInfo.getSchemaInfo(), connection.getAdmin());
  }

  @Override
  public TableInfo getTableInfo() {
    return tableInfo;
  }

  @Override
  public Scan newScan() {
    return new TableScan(connection, tableInfo, schemaGetter);
  }

  @Override
  public Lookup newLookup() {
    return new TableLookup(
        tableInfo,
        schemaGetter,
        connection.getMetadataUpdater(),
        connection.getOrCreateLookupClient());
  }

  @Override
  public Append newAppend() {
    if (tableInfo.hasPrimaryKey()) {
      throw new IllegalStateException(
          "Table " + tablePath + " has a primary key: write it with newUpsert(), not newAppend().");
    }
    return new TableAppend(tablePath, tableInfo, connection.getOrCreateWriterClient());
  }

  @Override
  public Upsert newUpsert() {
    if (!tableInfo.hasPrimaryKey()) {
      throw new IllegalStateException(
          "Table "
              + tablePath
              + " has no primary key: write it with newAppend(), not newUpsert().");
    }
    return new TableUpsert(tablePath, tableInfo, connection.getOrCreateWriterClient());
  }

  @Override
  public void close() throws Exception {}
}
