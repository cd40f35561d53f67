// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.fluss.config.ConfigOptions.DeleteEncoding;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.lake.iceberg.keys.BucketScan;
import org.apache.fluss.lake.iceberg.keys.KeyIndex;
import org.apache.fluss.lake.iceberg.keys.KeyIndexes;
import org.apache.fluss.lake.iceberg.keys.LakeFile;
import org.apache.fluss.lake.iceberg.keys.LakeKeys;
import org.apache.fluss.lake.iceberg.upkeep.Compaction;
import org.apache.fluss.lake.iceberg.upkeep.CompactionOptions;
import org.apache.fluss.lake.iceberg.upkeep.SnapshotExpiry;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After every round the lake holds the rows of the table, whatever happened on the way. */
class PrimaryKeyTieringTest {

  private static final TablePath PATH = TablePath.of("db", "t");
  private static final int SEEDS = Integer.getInteger("fluss.lake.seeds", 4);

  @TempDir Path folder;

  /** A table, its changelogs and its lake. */
  private static final class World {
    final LakeRig lake;
    final TableInfo info;
    final Random random;
    final List<Changelog> buckets = new ArrayList<>();
    final long[] tiered;
    int batchSize = 7;
    Long known;
    int round;

    World(LakeRig lake, TableDescriptor table, int buckets, ChangelogImage image, long seed)
        throws Exception {
      this.lake = lake;
      this.random = new Random(seed);
      try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(lake.properties)) {
        catalog.createTable(PATH, table, LakeRig.creating(table));
      }
      this.info = LakeRig.info(PATH, 7, table);
      this.tiered = new long[buckets];
      for (int i = 0; i < buckets; i++) {
        this.buckets.add(new Changelog(info.getRowType(), image));
      }
    }

    void change(int count, int keys) {
      for (int i = 0; i < count; i++) {
        int bucket = random.nextInt(buckets.size());
        long key = (long) random.nextInt(keys) * buckets.size() + bucket;
        if (random.nextInt(4) == 0) {
          buckets.get(bucket).delete(key);
        } else {
          buckets.get(bucket).upsert(key, row(key, "v" + random.nextInt(1000)));
        }
      }
    }

    IcebergWriteResult write(int bucket) throws Exception {
      try (LakeWriter<IcebergWriteResult> writer = lake.writer(info, bucket, null)) {
        Changelog log = buckets.get(bucket);
        log.write(writer, tiered[bucket], log.end(), batchSize);
        return writer.complete();
      }
    }

    /** A round; the snapshot's id. */
    long tier() throws Exception {
      try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
        committer.getMissingLakeSnapshot(known);
        commit(committer, results());
        committer.maintain(known);
        return known;
      }
    }

    List<IcebergWriteResult> results() throws Exception {
      List<IcebergWriteResult> results = new ArrayList<>();
      for (int bucket = 0; bucket < buckets.size(); bucket++) {
        if (tiered[bucket] < buckets.get(bucket).end()) {
          results.add(write(bucket));
        }
      }
      return results;
    }

    long commit(
        LakeCommitter<IcebergWriteResult, IcebergCommittable> committer,
        List<IcebergWriteResult> results)
        throws Exception {
      known =
          committer
              .commit(
                  committer.toCommittable(results),
                  Map.of("fluss-offsets", "/o" + round, "fluss-tiering-round", "r" + round++))
              .getCommittedSnapshotId();
      for (int i = 0; i < tiered.length; i++) {
        tiered[i] = buckets.get(i).end();
      }
      return known;
    }

    Table table() {
      return lake.table(PATH);
    }

    void assertSame() throws Exception {
      Map<Long, String> want = new TreeMap<>();
      buckets.forEach(
          log -> log.rows.forEach((key, row) -> want.put((Long) key, row.getString(1).toString())));
      Map<Long, String> have = new TreeMap<>();
      for (Record record : lake.read(PATH)) {
        String before = have.put((Long) record.getField("id"), record.getField("name").toString());
        assertThat(before).as("a key twice: %s", record).isNull();
      }
      assertThat(have).isEqualTo(want);
    }

    /** Others rewrite all files of a bucket into one. */
    void foreignCompaction(int bucket) throws Exception {
      Table table = table();
      Snapshot snapshot = table.currentSnapshot();
      if (snapshot == null) {
        return;
      }
      List<FileScanTask> tasks =
          BucketScan.plan(
                  table, snapshot.snapshotId(), LakePartition.of(table.spec(), null, bucket))
              .tasks();
      if (tasks.isEmpty()) {
        return;
      }
      DataWriter<Record> writer =
          new GenericAppenderFactory(table.schema(), table.spec())
              .newDataWriter(
                  OutputFileFactory.builderFor(table, bucket, 9)
                      .format(FileFormat.PARQUET)
                      .build()
                      .newOutputFile(table.spec(), LakePartition.of(table.spec(), null, bucket)),
                  FileFormat.PARQUET,
                  LakePartition.of(table.spec(), null, bucket));
      RewriteFiles rewrite = table.newRewrite().validateFromSnapshot(snapshot.snapshotId());
      LakeFile.LoadedDeletes deletes = new LakeFile.LoadedDeletes(table.io());
      try (DataWriter<Record> closing = writer) {
        for (FileScanTask task : tasks) {
          LakeFile.read(
              task,
              deletes,
              table.schema(),
              table.schema(),
              (row, position) -> writer.write(row.copy()));
          rewrite.deleteFile(task.file());
        }
      }
      rewrite.addFile(writer.toDataFile());
      rewrite.dataSequenceNumber(snapshot.sequenceNumber()).commit();
    }

    List<DeleteFile> deleteFiles() throws Exception {
      Map<String, DeleteFile> files = new HashMap<>();
      try (CloseableIterable<FileScanTask> tasks = table().newScan().planFiles()) {
        tasks.forEach(task -> task.deletes().forEach(file -> files.put(file.location(), file)));
      }
      return List.copyOf(files.values());
    }
  }

  private static GenericRow row(long key, String name) {
    return GenericRow.of(key, BinaryString.fromString(name), null);
  }

  private static TableDescriptor keyed(int buckets, Map<String, String> properties) {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.BIGINT())
                .column("name", DataTypes.STRING())
                .column("extra", DataTypes.INT())
                .primaryKey("id")
                .build())
        .distributedBy(buckets, "id")
        .properties(properties)
        .customProperties(
            Map.of("iceberg.write.format.default", properties.getOrDefault("format", "parquet")))
        .build();
  }

  private LakeRig lake(String name, String memory) {
    return new LakeRig(
        Map.of(
            "type",
            "hadoop",
            "warehouse",
            folder.resolve(name).toUri().toString(),
            "key-index.memory",
            memory));
  }

  @Test
  void updatesAndDeletesInEveryFormat() throws Exception {
    for (String format : List.of("parquet", "avro", "orc")) {
      for (int batchSize : new int[] {0, 5}) {
        TableDescriptor table =
            TableDescriptor.builder(keyed(1, Map.of()))
                .customProperty("iceberg.write.format.default", format)
                .build();
        World world = new World(lake(format + batchSize, "1mb"), table, 1, ChangelogImage.FULL, 1);
        world.batchSize = batchSize;
        for (int round = 0; round < 4; round++) {
          world.change(40, 20);
          world.tier();
          world.assertSame();
          if (round == 1) {
            world.lake.forget();
          }
        }
        assertThat(world.deleteFiles())
            .isNotEmpty()
            .allSatisfy(file -> assertThat(file.content()).isEqualTo(FileContent.POSITION_DELETES));
        assertThat(world.table().currentSnapshot().operation()).isEqualTo("overwrite");
      }
    }
  }

  @Test
  void randomHistories() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        randomHistory(seed);
      } catch (AssertionError | Exception e) {
        throw new AssertionError("Seed " + seed, e);
      }
    }
  }

  private void randomHistory(long seed) throws Exception {
    ChangelogImage image = seed % 2 == 0 ? ChangelogImage.FULL : ChangelogImage.WAL;
    // with an index, or without room for one
    LakeRig rig = lake("h" + seed, seed % 3 == 0 ? "0b" : "1mb");
    Map<String, String> properties =
        seed % 4 < 2 ? Map.of() : Map.of("table.datalake.auto-compaction", "true");
    World world = new World(rig, keyed(2, properties), 2, image, seed);
    Random random = world.random;
    for (int step = 0; step < 12; step++) {
      world.change(1 + random.nextInt(30), 15);
      world.batchSize = random.nextInt(4) * 4;
      switch (random.nextInt(9)) {
        case 0:
          // killed while writing
          world.results();
          world.lake.forget();
          break;
        case 1:
          // given up after writing
          try (LakeWriter<IcebergWriteResult> writer = rig.writer(world.info, 0, null)) {
            Changelog log = world.buckets.get(0);
            log.write(writer, world.tiered[0], log.end(), world.batchSize);
          }
          break;
        case 2:
          // written, never committed, and the process lives on
          world.results();
          break;
        case 3:
          world.foreignCompaction(random.nextInt(2));
          break;
        case 4:
          foreignCompactionMeanwhile(world);
          break;
        case 5:
          world.tier();
          world.lake.forget();
          break;
        case 6:
          // its answer was lost, it was written again, and then it arrived
          List<IcebergWriteResult> late = world.results();
          world.results();
          try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer =
              rig.committer(world.info)) {
            world.commit(committer, late);
          }
          break;
        default:
          world.tier();
      }
      if (world.tiered[0] == world.buckets.get(0).end()
          && world.tiered[1] == world.buckets.get(1).end()) {
        world.assertSame();
      }
    }
    world.tier();
    world.assertSame();
    assertThat(world.deleteFiles())
        .allSatisfy(file -> assertThat(file.content()).isEqualTo(FileContent.POSITION_DELETES));
    if (!rig.properties.get("key-index.memory").equals("0b")) {
      rig.forget();
      world.change(10, 15);
      world.tier();
      world.assertSame();
    }
  }

  private static void foreignCompactionMeanwhile(World world) throws Exception {
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer =
        world.lake.committer(world.info)) {
      committer.getMissingLakeSnapshot(world.known);
      List<IcebergWriteResult> results = world.results();
      boolean refers =
          results.stream().anyMatch(result -> result.files().referencedDataFiles().length > 0);
      world.foreignCompaction(0);
      world.foreignCompaction(1);
      if (refers) {
        assertThatThrownBy(() -> world.commit(committer, results))
            .hasMessageContaining("missing data files");
        committer.abort(committer.toCommittable(results));
      } else {
        world.commit(committer, results);
      }
    }
  }

  @Test
  void equalityDeletesIfAskedFor() throws Exception {
    for (ChangelogImage image : ChangelogImage.values()) {
      TableDescriptor table =
          keyed(
              1,
              Map.of(
                  "table.datalake.delete-encoding",
                  "EQUALITY",
                  "table.changelog.image",
                  image.name()));
      World world = new World(lake("equal" + image, "1mb"), table, 1, image, 3);
      for (int round = 0; round < 4; round++) {
        world.batchSize = round * 4;
        world.change(40, 20);
        world.tier();
        world.assertSame();
      }
      assertThat(world.deleteFiles())
          .anySatisfy(file -> assertThat(file.content()).isEqualTo(FileContent.EQUALITY_DELETES));
    }
  }

  @Test
  void compactionLeavesOneFileAndNoDeletes() throws Exception {
    World world =
        new World(
            lake("compacted", "1mb"),
            keyed(2, Map.of("table.datalake.auto-compaction", "true")),
            2,
            ChangelogImage.FULL,
            5);
    for (int round = 0; round < 12; round++) {
      world.change(60, 20);
      world.tier();
      world.assertSame();
      assertThat(world.deleteFiles()).hasSizeLessThan(8);
      assertThat(files(world.table())).hasSizeLessThan(9);
    }
    assertThat(folder.resolve("compacted")).isDirectory();
    long compactions =
        StreamSupport.stream(world.table().snapshots().spliterator(), false)
            .filter(s -> Compaction.COMMIT_USER.equals(s.summary().get("commit-user")))
            .count();
    assertThat(compactions).isEqualTo(4);
  }

  private static List<FileScanTask> files(Table table) throws Exception {
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      return StreamSupport.stream(tasks.spliterator(), false).collect(Collectors.toList());
    }
  }

  @Test
  void aCompactionThatMeetsDeletesLeavesNothingBehind() throws Exception {
    World world = new World(lake("met", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 5);
    for (int round = 0; round < 4; round++) {
      world.change(60, 20);
      world.tier();
    }
    Table table = world.table();
    List<String> deleted = new ArrayList<>();
    boolean[] met = {false};
    Compaction compaction =
        new Compaction(
            new BaseTable(
                new CommitGate(
                    ((BaseTable) table).operations(),
                    base -> {
                      if (!met[0]) {
                        met[0] = true;
                        try {
                          world.change(60, 20);
                          world.tier();
                        } catch (Exception e) {
                          throw new AssertionError(e);
                        }
                      }
                    }),
                table.name()),
            new CompactionOptions(new Configuration()),
            deleted::addAll);
    assertThat(compaction.run()).isZero();
    assertThat(met[0]).isTrue();
    assertThat(deleted).hasSize(1);
    world.assertSame();
    world.change(60, 20);
    world.tier();
    world.assertSame();
  }

  @Test
  void oldSnapshotsExpireButNotTheOneFlussKnows() throws Exception {
    TableDescriptor table =
        TableDescriptor.builder(keyed(1, Map.of("table.datalake.auto-expire-snapshot", "true")))
            .customProperty("iceberg.history.expire.max-snapshot-age-ms", "0")
            .customProperty("iceberg.history.expire.min-snapshots-to-keep", "2")
            .build();
    World world = new World(lake("expired", "1mb"), table, 1, ChangelogImage.FULL, 5);
    for (int round = 0; round < 5; round++) {
      world.change(30, 20);
      world.tier();
      assertThat(world.table().snapshots()).hasSizeLessThanOrEqualTo(3);
      world.assertSame();
    }
    long known = world.known;
    for (int i = 0; i < 4; i++) {
      world.foreignCompaction(0);
    }
    assertThat(SnapshotExpiry.run(world.table(), known)).isPositive();
    assertThat(world.table().snapshot(known)).isNotNull();
    assertThat(SnapshotExpiry.run(world.table(), known)).isZero();
    world.change(30, 20);
    world.tier();
    world.assertSame();
  }

  @Test
  void keysOfEveryTypeAreFoundAgainInTheLake() throws Exception {
    DataType[] types = {
      DataTypes.BIGINT(),
      DataTypes.BOOLEAN(),
      DataTypes.TINYINT(),
      DataTypes.SMALLINT(),
      DataTypes.INT(),
      DataTypes.DATE(),
      DataTypes.TIME(3),
      DataTypes.TIMESTAMP(6),
      DataTypes.TIMESTAMP_LTZ(3),
      DataTypes.DECIMAL(5, 2),
      DataTypes.DECIMAL(30, 2),
      DataTypes.STRING(),
      DataTypes.CHAR(4),
      DataTypes.BYTES(),
      DataTypes.BINARY(3)
    };
    Schema.Builder schema = Schema.newBuilder();
    String[] keys = new String[types.length];
    for (int i = 0; i < types.length; i++) {
      keys[i] = "k" + i;
      schema.column(keys[i], types[i]);
    }
    schema.column("v", DataTypes.INT()).primaryKey(keys);
    for (String format : List.of("parquet", "orc", "avro")) {
      TableDescriptor table =
          TableDescriptor.builder()
              .schema(schema.build())
              .distributedBy(1, "k0")
              .customProperty("iceberg.write.format.default", format)
              .build();
      World world = new World(lake("types" + format, "1mb"), table, 1, ChangelogImage.FULL, 1);
      for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 12; i++) {
          world.buckets.get(0).upsert(i, everyType(i, round));
        }
        world.batchSize = round % 2 == 0 ? 8 : 0;
        world.tier();
        List<Record> rows = world.lake.read(PATH);
        assertThat(rows).hasSize(12);
        int expected = round;
        assertThat(rows).allSatisfy(r -> assertThat(r.getField("v")).isEqualTo(expected));
        if (round % 2 == 0) {
          world.lake.forget();
        }
      }
    }
  }

  private static GenericRow everyType(int i, int value) {
    int odd = i % 2 == 0 ? i : -i;
    return GenericRow.of(
        (long) (i / 6),
        i % 2 == 0,
        (byte) odd,
        (short) (odd * 300),
        odd,
        odd * 1000,
        i * 1000 + 7,
        TimestampNtz.fromMillis(odd * 1_000_003L, i * 1000),
        TimestampLtz.fromEpochMillis(odd * 1_000_003L),
        Decimal.fromBigDecimal(BigDecimal.valueOf(odd * 77L, 2), 5, 2),
        Decimal.fromBigDecimal(new BigDecimal("123456789012345678901234.50").negate(), 30, 2),
        BinaryString.fromString("s" + i),
        BinaryString.fromString("cccc"),
        new byte[] {(byte) odd},
        new byte[] {1, 2, (byte) i},
        value);
  }

  @Test
  void partitionsAreKeptApart() throws Exception {
    TableDescriptor table =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("day", DataTypes.STRING())
                    .column("id", DataTypes.BIGINT())
                    .column("v", DataTypes.INT())
                    .primaryKey("day", "id")
                    .build())
            .partitionedBy("day")
            .distributedBy(1, "id")
            .property("table.datalake.auto-compaction", "true")
            .build();
    LakeRig rig = lake("days", "1mb");
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(rig.properties)) {
      catalog.createTable(PATH, table, LakeRig.creating(table));
    }
    TableInfo info = LakeRig.info(PATH, 7, table);
    Changelog[] days = new Changelog[2];
    for (int day = 0; day < 2; day++) {
      days[day] = new Changelog(info.getRowType(), ChangelogImage.WAL);
    }
    long[] from = new long[2];
    Random random = new Random(3);
    for (int round = 0; round < 8; round++) {
      List<IcebergWriteResult> results = new ArrayList<>();
      for (int day = 0; day < 2; day++) {
        for (int i = 0; i < 6; i++) {
          long id = random.nextInt(8);
          if (random.nextInt(4) == 0) {
            days[day].delete(id);
          } else {
            days[day].upsert(
                id, GenericRow.of(BinaryString.fromString("d" + day), id, random.nextInt(100)));
          }
        }
        try (LakeWriter<IcebergWriteResult> writer = rig.writer(info, 0, "d" + day)) {
          days[day].write(writer, from[day], days[day].end(), round % 2 * 5);
          results.add(writer.complete());
          from[day] = days[day].end();
        }
      }
      try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = rig.committer(info)) {
        committer.maintain(
            committer
                .commit(
                    committer.toCommittable(results), Map.of("fluss-tiering-round", "r" + round))
                .getCommittedSnapshotId());
      }
      for (int day = 0; day < 2; day++) {
        Map<Object, Object> want = new TreeMap<>();
        days[day].rows.forEach((id, row) -> want.put(id, row.getInt(2)));
        Map<Object, Object> have = new TreeMap<>();
        for (Record record : rig.read(PATH)) {
          if (record.getField("day").equals("d" + day)) {
            assertThat(have.put(record.getField("id"), record.getField("v"))).isNull();
          }
        }
        assertThat(have).isEqualTo(want);
      }
    }
  }

  @Test
  void rowsOfASnapshotNeedNoMemoryForTheirKeys() throws Exception {
    for (DeleteEncoding encoding : DeleteEncoding.values()) {
      rowsOfASnapshotNeedNoMemoryForTheirKeys(encoding);
    }
  }

  private void rowsOfASnapshotNeedNoMemoryForTheirKeys(DeleteEncoding encoding) throws Exception {
    TableDescriptor table = keyed(1, Map.of("table.datalake.delete-encoding", encoding.name()));
    World world = new World(lake("snapshot" + encoding, "0b"), table, 1, ChangelogImage.FULL, 1);
    for (long key = 0; key < 5000; key++) {
      world.buckets.get(0).rows.put(key, row(key, "first"));
    }
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer =
            world.lake.committer(world.info);
        LakeWriter<IcebergWriteResult> writer = world.lake.writer(world.info, 0, null)) {
      for (GenericRow row : world.buckets.get(0).rows.values()) {
        writer.write(LakeRig.record(-1, -1, ChangeType.INSERT, row));
      }
      assertThat(KeyIndexes.of(world.lake.properties).sizeInBytes()).isLessThan(1000);
      world.commit(committer, List.of(writer.complete()));
    }
    world.assertSame();
    assertThat(world.lake.read(PATH).get(0).getField("__offset")).isEqualTo(-1L);
    assertThat(world.lake.read(PATH).get(0).getField("__timestamp"))
        .isEqualTo(Instant.ofEpochMilli(-1).atOffset(ZoneOffset.UTC));
    world.change(200, 300);
    world.tier();
    world.assertSame();
    assertThat(world.deleteFiles()).hasSize(encoding == DeleteEncoding.POSITION ? 1 : 2);
  }

  @Test
  void rowsOfAnEarlierLifeAreReplacedInWhateverEncoding() throws Exception {
    for (DeleteEncoding encoding : DeleteEncoding.values()) {
      TableDescriptor table =
          TableDescriptor.builder(
                  keyed(1, Map.of("table.datalake.delete-encoding", encoding.name())))
              .customProperty("table.datalake.existing-table", "adopt")
              .build();
      LakeRig rig = lake("adopted" + encoding, "1mb");
      for (String life : List.of("first", "second")) {
        World world = new World(rig, table, 1, ChangelogImage.FULL, 1);
        world.round = life.hashCode();
        for (long key = 0; key < 10; key++) {
          world.buckets.get(0).upsert(key, row(key, life));
        }
        world.tier();
        world.assertSame();
      }
    }
  }

  @Test
  void aWriterThatCannotBeginTakesNoMemory() throws Exception {
    World world = new World(lake("begin", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 1);
    world.change(100, 50);
    world.tier();
    KeyIndexes indexes = KeyIndexes.of(world.lake.properties);
    assertThat(indexes.sizeInBytes()).isPositive();
    world.table().updateProperties().set("write.delete.format.default", "stone").commit();
    assertThatThrownBy(() -> world.write(0)).hasMessageContaining("STONE");
    indexes.clear();
    assertThat(indexes.sizeInBytes()).isZero();
  }

  @Test
  void aBucketTooLargeForAnIndexIsNotReadForOne() throws Exception {
    World world = new World(lake("large", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 1);
    for (long key = 0; key < 1000; key++) {
      world.buckets.get(0).upsert(key, row(key, "v"));
    }
    world.tier();
    for (long key = 0; key < 100; key++) {
      world.buckets.get(0).delete(key);
    }
    world.tier();
    Table table = world.table();
    LakeKeys keys = new LakeKeys(world.info.getRowType(), IcebergUpsertWriter.keyNames(table));
    List<Long> asked = new ArrayList<>();
    // nothing can be read
    Files.walk(folder.resolve("large"))
        .filter(file -> file.toString().endsWith(".parquet"))
        .forEach(file -> file.toFile().delete());
    assertThat(
            KeyIndex.current(
                null,
                table,
                LakePartition.of(table.spec(), null, 0),
                keys,
                size -> {
                  asked.add(size);
                  return false;
                }))
        .isEmpty();
    assertThat(asked).containsExactly(900L * 32);
  }

  @Test
  void tablesTheWriterCannotKeepRightAreRefused() throws Exception {
    TableDescriptor table =
        TableDescriptor.builder(keyed(1, Map.of()))
            .customProperty("iceberg.format-version", "3")
            .build();
    assertThatThrownBy(() -> new World(lake("three", "1mb"), table, 1, ChangelogImage.FULL, 1))
        .isInstanceOf(InvalidTableException.class)
        .hasMessageContaining("Format version 3");
    World world = new World(lake("later", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 1);
    world.table().updateProperties().set("format-version", "3").commit();
    assertThatThrownBy(() -> world.write(0))
        .isInstanceOf(InvalidTableException.class)
        .hasMessageContaining("format version 3");
  }

  @Test
  void rowsLookedForInASnapshotThatWasRolledBackAreNotCommittedNorKept() throws Exception {
    World world = new World(lake("back", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 5);
    world.change(40, 20);
    world.tier();
    world.foreignCompaction(0);
    world.change(40, 20);
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer =
        world.lake.committer(world.info)) {
      committer.getMissingLakeSnapshot(world.known);
      List<IcebergWriteResult> results = world.results();
      world.table().manageSnapshots().rollbackTo(world.known).commit();
      // Iceberg refuses this before it asks the catalog
      assertThatThrownBy(() -> world.commit(committer, results))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(UnclearCommitException.class);
      assertThat(committer.commitMayHaveHappened()).isFalse();
      IcebergCommittable files = committer.toCommittable(results);
      committer.abort(files);
      assertThat(files.locations())
          .isNotEmpty()
          .noneMatch(file -> world.table().io().newInputFile(file).exists());
    }
    world.tier();
    world.assertSame();
  }

  @Test
  void rowsLookedForInAnOlderSnapshotAreNotCommitted() throws Exception {
    World world = new World(lake("older", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 1);
    world.change(20, 10);
    List<IcebergWriteResult> early = world.results();
    world.tier();
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer =
        world.lake.committer(world.info)) {
      committer.getMissingLakeSnapshot(world.known);
      assertThatThrownBy(() -> world.commit(committer, early))
          .hasMessageContaining("older snapshot");
      committer.abort(committer.toCommittable(early));
    }
    world.change(20, 10);
    world.tier();
    world.assertSame();
  }

  @Test
  void changesThatCancelOutAreCommittedWithoutFiles() throws Exception {
    World world = new World(lake("none", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 1);
    world.buckets.get(0).upsert(1L, row(1, "short"));
    world.buckets.get(0).delete(1L);
    world.tier();
    assertThat(world.table().currentSnapshot().summary())
        .containsEntry("fluss-offsets", "/o0")
        .containsEntry("total-data-files", "0");
    world.change(20, 10);
    world.tier();
    world.assertSame();
  }

  @Test
  void severalVersionsOfAKeyInARoundEndAsOneRow() throws Exception {
    World world = new World(lake("one", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 1);
    for (int i = 0; i < 50; i++) {
      world.buckets.get(0).upsert(1L, row(1, "v" + i));
    }
    world.batchSize = 10;
    world.tier();
    world.assertSame();
    // a batch writes its last version, or nothing if it ends with the row before an update
    assertThat(world.table().currentSnapshot().summary()).containsEntry("total-records", "1");
    world.buckets.get(0).delete(1L);
    world.tier();
    assertThat(world.lake.read(PATH)).isEmpty();
  }

  @Test
  void anIndexIsKeptFromRoundToRoundAndOverCompactions() throws Exception {
    World world = new World(lake("kept", "1mb"), keyed(1, Map.of()), 1, ChangelogImage.FULL, 1);
    world.change(100, 50);
    world.tier();
    world.change(100, 50);
    world.tier();
    world.foreignCompaction(0);
    world.change(100, 50);
    world.tier();
    world.assertSame();
    List<DataFile> data = new ArrayList<>();
    world.table().currentSnapshot().addedDataFiles(world.table().io()).forEach(data::add);
    assertThat(data).hasSize(1);
  }
}
