// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.util.List;
import org.apache.fluss.client.FlussConnection;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.client.table.scanner.batch.KvSnapshotBatchScanner;
import org.apache.fluss.client.table.scanner.batch.LimitBatchScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.LogScannerImpl;
import org.apache.fluss.client.table.scanner.log.TypedLogScanner;
import org.apache.fluss.client.table.scanner.log.TypedLogScannerImpl;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.fs.FsPathAndFileName;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.types.RowType;

/** Makes scanners of a table. */
public class TableScan implements Scan {
  private final FlussConnection connection;
  private final TableInfo tableInfo;
  private final SchemaGetter schemaGetter;
  private final int[] projection;
  private final Integer limit;

  public TableScan(FlussConnection connection, TableInfo tableInfo, SchemaGetter schemaGetter) {
    this(connection, tableInfo, schemaGetter, null, null);
  }

  private TableScan(
      FlussConnection connection,
      TableInfo tableInfo,
      SchemaGetter schemaGetter,
      int[] projection,
      Integer limit) {
    this.connection = connection;
    this.tableInfo = tableInfo;
    this.schemaGetter = schemaGetter;
    this.projection = projection;
    this.limit = limit;
  }

  @Override
  public Scan project(int[] projectedColumns) {
    int[] copy = projectedColumns == null ? null : projectedColumns.clone();
    return new TableScan(connection, tableInfo, schemaGetter, copy, limit);
  }

  @Override
  public Scan project(List<String> projectedColumnNames) {
    if (projectedColumnNames == null) {
      return project((int[]) null);
    }
    RowType type = tableInfo.getRowType();
    int[] columns = new int[projectedColumnNames.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = type.getFieldIndex(projectedColumnNames.get(i));
      if (columns[i] < 0) {
        throw new IllegalArgumentException(
            String.format(
                "Table %s has no column '%s', it has %s.",
                tableInfo.getTablePath(), projectedColumnNames.get(i), type.getFieldNames()));
      }
    }
    return project(columns);
  }

  @Override
  public Scan limit(int rowNumber) {
    return new TableScan(connection, tableInfo, schemaGetter, projection, rowNumber);
  }

  @Override
  public LogScanner createLogScanner() {
    if (limit != null) {
      throw new UnsupportedOperationException(
          "A log scanner reads without a limit; take createBatchScanner for "
              + limit
              + " rows of table "
              + tableInfo.getTablePath()
              + ".");
    }
    return new LogScannerImpl(
        connection.getConfiguration(),
        tableInfo,
        connection.getMetadataUpdater(),
        connection.getClientMetricGroup(),
        connection.getOrCreateRemoteFileDownloader(),
        projection,
        schemaGetter);
  }

  @Override
  public <T> TypedLogScanner<T> createTypedLogScanner(Class<T> pojoClass) {
    return new TypedLogScannerImpl<>(createLogScanner(), pojoClass, tableInfo, projection);
  }

  @Override
  public BatchScanner createBatchScanner(TableBucket tableBucket) {
    if (limit == null) {
      throw new UnsupportedOperationException(
          "A batch scanner of bucket "
              + tableBucket
              + " of table "
              + tableInfo.getTablePath()
              + " needs a limit.");
    }
    return new LimitBatchScanner(
        tableInfo, tableBucket, schemaGetter, connection.getMetadataUpdater(), projection, limit);
  }

  @Override
  public BatchScanner createBatchScanner(TableBucket tableBucket, long snapshotId) {
    if (limit != null) {
      throw new UnsupportedOperationException(
          "A scanner of a kv snapshot reads all rows, without a limit.");
    }
    if (!tableInfo.hasPrimaryKey()) {
      throw new UnsupportedOperationException(
          "Table "
              + tableInfo.getTablePath()
              + " has no primary key, so there are no kv snapshots of it to read.");
    }
    return new KvSnapshotBatchScanner(
        tableInfo.getSchemaId(),
        tableInfo.getSchema(),
        schemaGetter,
        tableBucket,
        snapshotFiles(tableBucket, snapshotId),
        projection,
        connection.getConfiguration().get(ConfigOptions.CLIENT_SCANNER_IO_TMP_DIR),
        tableInfo.getTableConfig().getKvFormat(),
        connection.getOrCreateRemoteFileDownloader());
  }

  @Override
  public BatchScanner createBatchScanner() {
    if (limit != null) {
      throw new UnsupportedOperationException(
          "A scanner of a whole table reads all rows; take createBatchScanner(bucket) for "
              + limit
              + " rows of a bucket.");
    }
    try (Admin admin = connection.getAdmin()) {
      return new WholeTable(connection, admin, tableInfo, schemaGetter, projection).scanner();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlussRuntimeException("Interrupted while asking where to read.", e);
    } catch (Exception e) {
      throw new FlussRuntimeException(
          "A scan of table " + tableInfo.getTablePath() + " cannot begin.", Errors.unwrap(e));
    }
  }

  private List<FsPathAndFileName> snapshotFiles(TableBucket bucket, long snapshotId) {
    try (Admin admin = connection.getAdmin()) {
      return admin.getKvSnapshotMetadata(bucket, snapshotId).get().getSnapshotFiles();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlussRuntimeException("Interrupted while asking for a snapshot's files.", e);
    } catch (Exception e) {
      throw new FlussRuntimeException(
          "The files of kv snapshot " + snapshotId + " of " + bucket + " are not known.",
          Errors.unwrap(e));
    }
  }
}
