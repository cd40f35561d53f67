// SPDX-License-Identifier: Apache-2.0
package spike;

import java.io.File;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.lake.committer.CommitterInitContext;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.lakestorage.LakeCatalog;
import org.apache.fluss.lake.lakestorage.LakeStorage;
import org.apache.fluss.lake.lakestorage.LakeStoragePlugin;
import org.apache.fluss.lake.lakestorage.LakeStoragePluginSetUp;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.types.DataTypes;

/**
 * What a tiering job does with the nested lake plugin: create a table, write a Parquet file per
 * bucket, commit. Reports times and where the classes came from.
 */
public final class LakeProbe {
  private static final String[] WITNESSES = {
    "org.apache.iceberg.Table",
    "org.apache.iceberg.aws.glue.GlueCatalog",
    "org.apache.parquet.hadoop.ParquetFileWriter",
    "org.apache.avro.LogicalTypes",
    "org.apache.hadoop.conf.Configuration",
    "software.amazon.awssdk.core.SdkClient",
    "com.github.luben.zstd.Zstd",
    "com.fasterxml.jackson.databind.ObjectMapper"
  };
  private static final int BUCKETS = 3;
  private static final int ROWS_PER_BUCKET = 1000;

  private LakeProbe() {}

  /** Plain {@code java}: arguments {@code TABLE KEY=VALUE...}, options of the lake. */
  public static void main(String[] args) throws Exception {
    Map<String, String> lake = new TreeMap<>();
    for (int i = 1; i < args.length; i++) {
      lake.put(args[i].split("=", 2)[0], args[i].split("=", 2)[1]);
    }
    System.out.println(run(args[0], lake));
  }

  /** One round into table {@code probe.NAME}; the report. */
  public static String run(String name, Map<String, String> properties) throws Exception {
    StringBuilder report = new StringBuilder("report of " + name + "\n");
    long start = System.nanoTime();
    LakeStoragePlugin plugin = LakeStoragePluginSetUp.fromDataLakeFormat("iceberg", null);
    start = lap(report, "unpack and find plugin", start);
    LakeStorage storage = plugin.createLakeStorage(Configuration.fromMap(properties));
    TablePath path = TablePath.of("probe", name);
    TableDescriptor table =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.BIGINT())
                    .column("name", DataTypes.STRING())
                    .column("at", DataTypes.TIMESTAMP_LTZ(3))
                    .build())
            .distributedBy(BUCKETS)
            .build();
    try (LakeCatalog catalog = storage.createLakeCatalog()) {
      start = lap(report, "open catalog", start);
      catalog.createTable(path, table, creating(table));
    }
    start = lap(report, "create table", start);
    long snapshot = tier(storage.createLakeTieringFactory(), TableInfo.of(path, 7, 1, table, 0, 0));
    lap(report, "write and commit " + BUCKETS * ROWS_PER_BUCKET + " rows", start);
    report.append("snapshot ").append(snapshot).append('\n');
    origins(report, plugin.getClassLoader());
    return report.toString();
  }

  private static <W, C> long tier(LakeTieringFactory<W, C> factory, TableInfo info)
      throws Exception {
    List<W> written = new ArrayList<>();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      try (LakeWriter<W> writer = factory.createLakeWriter(writing(info, bucket))) {
        for (int i = 0; i < ROWS_PER_BUCKET; i++) {
          writer.write(record(i));
        }
        // as in a job, where writer and committer are apart
        byte[] bytes = factory.getWriteResultSerializer().serialize(writer.complete());
        written.add(
            factory
                .getWriteResultSerializer()
                .deserialize(factory.getWriteResultSerializer().getVersion(), bytes));
      }
    }
    try (LakeCommitter<W, C> committer = factory.createLakeCommitter(committing(info))) {
      return committer
          .commit(committer.toCommittable(written), Map.of("fluss-offsets", "/offsets/1"))
          .getCommittedSnapshotId();
    }
  }

  private static long lap(StringBuilder report, String what, long start) {
    long now = System.nanoTime();
    report.append(String.format("%6d ms  %s%n", (now - start) / 1_000_000, what));
    return now;
  }

  private static void origins(StringBuilder report, ClassLoader plugin) {
    for (String witness : WITNESSES) {
      report.append(witness).append(": plugin ").append(origin(witness, plugin));
      report.append(", class path ").append(origin(witness, LakeProbe.class.getClassLoader()));
      report.append('\n');
    }
  }

  private static String origin(String name, ClassLoader loader) {
    try {
      URI jar =
          Class.forName(name, false, loader)
              .getProtectionDomain()
              .getCodeSource()
              .getLocation()
              .toURI();
      return new File(jar).getParentFile().getName() + "/" + new File(jar).getName();
    } catch (ClassNotFoundException | LinkageError | java.net.URISyntaxException e) {
      return "none";
    }
  }

  private static LogRecord record(int i) {
    InternalRow row =
        GenericRow.of(
            (long) i,
            BinaryString.fromString("n" + i),
            org.apache.fluss.row.TimestampLtz.fromEpochMillis(1_700_000_000_000L + i));
    return new LogRecord() {
      @Override
      public long logOffset() {
        return i;
      }

      @Override
      public long timestamp() {
        return 1_700_000_000_000L;
      }

      @Override
      public ChangeType getChangeType() {
        return ChangeType.APPEND_ONLY;
      }

      @Override
      public InternalRow getRow() {
        return row;
      }
    };
  }

  private static LakeCatalog.Context creating(TableDescriptor table) {
    return new LakeCatalog.Context() {
      @Override
      public boolean isCreatingFlussTable() {
        return true;
      }

      @Override
      public FlussPrincipal getFlussPrincipal() {
        return FlussPrincipal.ANONYMOUS;
      }

      @Override
      public TableDescriptor getCurrentTable() {
        return null;
      }

      @Override
      public TableDescriptor getExpectedTable() {
        return table;
      }
    };
  }

  private static WriterInitContext writing(TableInfo info, int bucket) {
    return new WriterInitContext() {
      @Override
      public TablePath tablePath() {
        return info.getTablePath();
      }

      @Override
      public TableBucket tableBucket() {
        return new TableBucket(info.getTableId(), null, bucket);
      }

      @Override
      public String partition() {
        return null;
      }

      @Override
      public TableInfo tableInfo() {
        return info;
      }
    };
  }

  private static CommitterInitContext committing(TableInfo info) {
    return new CommitterInitContext() {
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
    };
  }
}
