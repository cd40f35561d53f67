// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.lake.iceberg.keys.BucketScan;
import org.apache.fluss.lake.iceberg.keys.LakeFile;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.types.DataTypes;
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
  private static final int SEEDS = Integer.getInteger("fluss.lake.seeds", 6);

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
        return commit(committer, results());
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
    World world = new World(rig, keyed(2, Map.of()), 2, image, seed);
    Random random = world.random;
    for (int step = 0; step < 12; step++) {
      world.change(1 + random.nextInt(30), 15);
      world.batchSize = random.nextInt(4) * 4;
      switch (random.nextInt(8)) {
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
