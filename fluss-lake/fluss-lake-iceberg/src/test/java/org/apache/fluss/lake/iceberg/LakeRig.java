// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.lake.committer.CommitterInitContext;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.catalog.LakeCatalogs;
import org.apache.fluss.lake.iceberg.catalog.LakeNames;
import org.apache.fluss.lake.iceberg.keys.KeyIndexes;
import org.apache.fluss.lake.iceberg.tiering.IcebergCommittable;
import org.apache.fluss.lake.iceberg.tiering.IcebergTieringFactory;
import org.apache.fluss.lake.iceberg.tiering.IcebergWriteResult;
import org.apache.fluss.lake.lakestorage.LakeCatalog;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** A lake for tests: creates tables, tiers rounds as the engine does, reads as others do. */
public final class LakeRig {

  public final Map<String, String> properties;
  public final Catalog catalog;
  private final IcebergTieringFactory factory;

  public LakeRig(Map<String, String> properties) {
    this.properties = new HashMap<>(properties);
    this.catalog = LakeCatalogs.shared(properties);
    this.factory = new IcebergTieringFactory(properties);
  }

  /** Drops what this process remembers of the lake, as a restart does. */
  public void forget() {
    KeyIndexes.of(properties).clear();
  }

  public static LakeRig inFolder(java.nio.file.Path folder) {
    return new LakeRig(Map.of("type", "hadoop", "warehouse", folder.toUri().toString()));
  }

  public Table table(TablePath path) {
    return catalog.loadTable(LakeNames.identifier(properties, path));
  }

  public static LakeCatalog.Context creating(TableDescriptor table) {
    return context(true, null, table);
  }

  public static LakeCatalog.Context context(
      boolean creating, TableDescriptor current, TableDescriptor expected) {
    return new LakeCatalog.Context() {
      @Override
      public boolean isCreatingFlussTable() {
        return creating;
      }

      @Override
      public FlussPrincipal getFlussPrincipal() {
        return FlussPrincipal.ANONYMOUS;
      }

      @Override
      public TableDescriptor getCurrentTable() {
        return current;
      }

      @Override
      public TableDescriptor getExpectedTable() {
        return expected;
      }
    };
  }

  public static TableInfo info(TablePath path, long tableId, TableDescriptor table) {
    return TableInfo.of(path, tableId, 1, table, 0, 0);
  }

  public LakeWriter<IcebergWriteResult> writer(TableInfo info, int bucket, String partition)
      throws IOException {
    return factory.createLakeWriter(
        new WriterInitContext() {
          @Override
          public TablePath tablePath() {
            return info.getTablePath();
          }

          @Override
          public TableBucket tableBucket() {
            return new TableBucket(info.getTableId(), partition == null ? null : 1L, bucket);
          }

          @Override
          public String partition() {
            return partition;
          }

          @Override
          public TableInfo tableInfo() {
            return info;
          }
        });
  }

  public LakeCommitter<IcebergWriteResult, IcebergCommittable> committer(TableInfo info)
      throws IOException {
    return factory.createLakeCommitter(
        new CommitterInitContext() {
          @Override
          public TablePath tablePath() {
            return info.getTablePath();
          }

          @Override
          public TableInfo tableInfo() {
            return info;
          }

          @Override
          public Configuration lakeTieringConfig() {
            return new Configuration();
          }

          @Override
          public Configuration flussClientConfig() {
            return new Configuration();
          }
        });
  }

  public IcebergWriteResult write(
      TableInfo info, int bucket, String partition, long firstOffset, List<InternalRow> rows)
      throws IOException {
    try (LakeWriter<IcebergWriteResult> writer = writer(info, bucket, partition)) {
      long offset = firstOffset;
      for (InternalRow row : rows) {
        writer.write(record(offset, 1000 + offset, row));
        offset++;
      }
      return writer.complete();
    }
  }

  public static LogRecord record(long offset, long timestamp, InternalRow row) {
    return record(offset, timestamp, ChangeType.APPEND_ONLY, row);
  }

  public static LogRecord record(
      long offset, long timestamp, ChangeType changeType, InternalRow row) {
    return new LogRecord() {
      @Override
      public long logOffset() {
        return offset;
      }

      @Override
      public long timestamp() {
        return timestamp;
      }

      @Override
      public ChangeType getChangeType() {
        return changeType;
      }

      @Override
      public InternalRow getRow() {
        return row;
      }
    };
  }

  public List<Record> read(TablePath path) throws IOException {
    List<Record> records = new ArrayList<>();
    try (CloseableIterable<Record> all = IcebergGenerics.read(table(path)).build()) {
      all.forEach(r -> records.add(r.copy()));
    }
    return records;
  }
}
