// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.exception.FencedTieringEpochException;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.lake.committer.CommittedLakeSnapshot;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.lake.iceberg.catalog.LakeNames;
import org.apache.fluss.lake.iceberg.keys.LakeFile;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendTieringTest {

  private static final TablePath PATH = TablePath.of("db", "t");

  @TempDir Path folder;
  private LakeRig lake;

  @BeforeEach
  void open() {
    lake = LakeRig.inFolder(folder);
  }

  private TableInfo create(TableDescriptor table) throws Exception {
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(lake.properties)) {
      catalog.createTable(PATH, table, LakeRig.creating(table));
    }
    return LakeRig.info(PATH, 7, table);
  }

  private static TableDescriptor log(Map<String, String> properties) {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.BIGINT())
                .column("name", DataTypes.STRING())
                .build())
        .distributedBy(3)
        .customProperties(properties)
        .build();
  }

  private static List<InternalRow> rows(int count) {
    List<InternalRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(GenericRow.of((long) i, i % 3 == 0 ? null : BinaryString.fromString("n" + i)));
    }
    return rows;
  }

  private long commit(
      LakeCommitter<IcebergWriteResult, IcebergCommittable> committer,
      IcebergCommittable files,
      String epoch,
      String round)
      throws Exception {
    return committer
        .commit(
            files,
            Map.of(
                "fluss-offsets",
                "/offsets/" + round,
                IcebergLakeCommitter.TIERING_EPOCH,
                epoch,
                IcebergLakeCommitter.TIERING_ROUND,
                round))
        .getCommittedSnapshotId();
  }

  private IcebergCommittable round(
      LakeCommitter<IcebergWriteResult, IcebergCommittable> committer,
      TableInfo info,
      long firstOffset)
      throws Exception {
    List<IcebergWriteResult> results = new ArrayList<>();
    for (int bucket = 0; bucket < 3; bucket++) {
      results.add(lake.write(info, bucket, null, firstOffset, rows(10)));
    }
    return committer.toCommittable(results);
  }

  @Test
  void twoRoundsInEveryFormat() throws Exception {
    for (String format : List.of("parquet", "orc", "avro")) {
      lake = LakeRig.inFolder(folder.resolve(format));
      TableInfo info = create(log(Map.of("iceberg.write.format.default", format)));
      for (int round = 0; round < 2; round++) {
        try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer =
            lake.committer(info)) {
          commit(committer, round(committer, info, round * 10L), "1", "r" + round);
        }
      }
      List<Record> records = lake.read(PATH);
      assertThat(records).hasSize(60);
      for (int bucket = 0; bucket < 3; bucket++) {
        int b = bucket;
        List<Record> own =
            records.stream()
                .filter(r -> r.getField("__bucket").equals(b))
                .collect(Collectors.toList());
        assertThat(own)
            .extracting(r -> r.getField("__offset"))
            .containsExactlyInAnyOrderElementsOf(
                Stream.iterate(0L, i -> i + 1).limit(20).collect(Collectors.toList()));
        for (Record record : own) {
          long offset = (Long) record.getField("__offset");
          assertThat(record.getField("__timestamp"))
              .isEqualTo(Instant.ofEpochMilli(1000 + offset).atOffset(ZoneOffset.UTC));
          assertThat(record.getField("id")).isEqualTo(offset % 10);
          assertThat(record.getField("name"))
              .isEqualTo(offset % 10 % 3 == 0 ? null : "n" + offset % 10);
        }
      }
      Snapshot snapshot = lake.table(PATH).currentSnapshot();
      assertThat(snapshot.summary())
          .containsEntry("commit-user", "__fluss_lake_tiering")
          .containsEntry("fluss-offsets", "/offsets/r1")
          .containsEntry("fluss-table-id", "7");
      assertThat(files()).hasSize(6);
    }
  }

  private List<FileScanTask> files() throws Exception {
    List<FileScanTask> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        lake.table(PATH).newScan().includeColumnStats().planFiles()) {
      tasks.forEach(files::add);
    }
    return files;
  }

  @Test
  void partitionedTableHasItsValuesInThePath() throws Exception {
    TableDescriptor table =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("country", DataTypes.STRING())
                    .column("region", DataTypes.STRING())
                    .column("v", DataTypes.INT())
                    .build())
            .partitionedBy("country", "region")
            .distributedBy(3)
            .build();
    TableInfo info = create(table);
    IcebergWriteResult result =
        lake.write(
            info,
            2,
            "china$region1",
            0,
            List.of(
                GenericRow.of(
                    BinaryString.fromString("china"), BinaryString.fromString("region1"), 5)));
    assertThat(result.files().dataFiles()[0].location())
        .contains("/data/country=china/region=region1/__bucket=2/");
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      commit(committer, committer.toCommittable(List.of(result)), "1", "r");
    }
    assertThat(lake.read(PATH)).hasSize(1);
  }

  @Test
  void targetFileSizeRolls() throws Exception {
    TableInfo info = create(log(Map.of("iceberg.write.target-file-size-bytes", "2000")));
    IcebergWriteResult result = lake.write(info, 0, null, 0, rows(5000));
    assertThat(result.files().dataFiles().length).isGreaterThan(3);
    assertThat(Stream.of(result.files().dataFiles()).mapToLong(f -> f.recordCount()).sum())
        .isEqualTo(5000);
  }

  @Test
  void aRoundThatIsThereAlreadyIsNotRepeated() throws Exception {
    TableInfo info = create(log(Map.of()));
    long first;
    IcebergCommittable files;
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      files = round(committer, info, 0);
      first = commit(committer, files, "3", "same");
    }
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      assertThat(commit(committer, files, "3", "same")).isEqualTo(first);
      committer.abort(files);
    }
    assertThat(lake.read(PATH)).hasSize(30);
  }

  @Test
  void missingSnapshotIsFoundAndForeignCommitsAreIgnored() throws Exception {
    TableInfo info = create(log(Map.of()));
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      assertThat(committer.getMissingLakeSnapshot(null)).isNull();
      long first = commit(committer, round(committer, info, 0), "1", "a");
      foreignAppend(info);
      CommittedLakeSnapshot missing = committer.getMissingLakeSnapshot(null);
      assertThat(missing.getLakeSnapshotId()).isEqualTo(first);
      assertThat(missing.getSnapshotProperties()).containsEntry("fluss-offsets", "/offsets/a");
      assertThat(committer.getMissingLakeSnapshot(first)).isNull();
      long second = commit(committer, round(committer, info, 10), "1", "b");
      assertThat(committer.getMissingLakeSnapshot(first).getLakeSnapshotId()).isEqualTo(second);
      assertThat(committer.getMissingLakeSnapshot(second)).isNull();
    }
  }

  private void foreignAppend(TableInfo info) throws Exception {
    IcebergWriteResult result = lake.write(info, 0, null, 900, rows(1));
    Table table = lake.table(PATH);
    table.newAppend().appendFile(result.files().dataFiles()[0]).commit();
  }

  @Test
  void expiredReferenceGoesOn() throws Exception {
    TableInfo info = create(log(Map.of()));
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      long first = commit(committer, round(committer, info, 0), "1", "a");
      long second = commit(committer, round(committer, info, 10), "1", "b");
      lake.table(PATH).expireSnapshots().expireSnapshotId(first).commit();
      assertThat(committer.getMissingLakeSnapshot(first).getLakeSnapshotId()).isEqualTo(second);
    }
  }

  @Test
  void maintenanceThatExpiresEveryOwnSnapshotStopsNothing() throws Exception {
    TableInfo info = create(log(Map.of()));
    long first;
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      first = commit(committer, round(committer, info, 0), "1", "a");
    }
    foreignAppend(info);
    lake.table(PATH).expireSnapshots().expireSnapshotId(first).commit();
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      assertThat(committer.getMissingLakeSnapshot(first)).isNull();
      commit(committer, round(committer, info, 10), "1", "b");
    }
    assertThat(lake.read(PATH)).hasSize(61);
  }

  @Test
  void aLakeTableMadeAnewIsNoticed() throws Exception {
    TableInfo info = create(log(Map.of()));
    long first;
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      first = commit(committer, round(committer, info, 0), "1", "a");
    }
    lake.catalog.dropTable(LakeNames.identifier(lake.properties, PATH), true);
    create(log(Map.of()));
    assertMadeAnew(info, first);
    foreignAppend(info);
    assertMadeAnew(info, first);
    lake.table(PATH)
        .updateProperties()
        .set(IcebergLakeCommitter.CONTINUE_AFTER, Long.toString(first))
        .commit();
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      assertThat(committer.getMissingLakeSnapshot(first)).isNull();
      commit(committer, round(committer, info, 10), "1", "b");
    }
    assertThat(lake.read(PATH)).hasSize(31);
  }

  private void assertMadeAnew(TableInfo info, long known) throws Exception {
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      assertThatThrownBy(() -> committer.getMissingLakeSnapshot(known))
          .isInstanceOf(LakeTableSnapshotNotExistException.class)
          .hasMessageContaining("made anew")
          .hasMessageContaining("'fluss.continue-after-snapshot' to '" + known + "'");
      assertThat(committer.getMissingLakeSnapshot(null)).isNull();
    }
  }

  @Test
  void whoeverComesSecondStartsOver() throws Exception {
    TableInfo info = create(log(Map.of()));
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> slow = lake.committer(info);
        LakeCommitter<IcebergWriteResult, IcebergCommittable> fast = lake.committer(info)) {
      slow.getMissingLakeSnapshot(null);
      IcebergCommittable slowFiles = round(slow, info, 0);
      commit(fast, round(fast, info, 0), "1", "fast");
      assertThatThrownBy(() -> commit(slow, slowFiles, "1", "slow"))
          .hasMessageContaining("Another round was committed meanwhile");
      slow.abort(slowFiles);
      assertThatThrownBy(() -> commit(slow, slowFiles, "0", "slow"))
          .isInstanceOf(FencedTieringEpochException.class);
    }
    assertThat(lake.read(PATH)).hasSize(30);
    try (Stream<Path> files = Files.walk(folder.resolve("db/t/data"))) {
      assertThat(files.filter(f -> f.toString().endsWith(".parquet"))).hasSize(3);
    }
  }

  @Test
  void snapshotsOfAnEarlierTableOfThisNameDoNotCount() throws Exception {
    TableInfo info = create(log(Map.of()));
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      commit(committer, round(committer, info, 0), "1", "a");
    }
    TableInfo later = LakeRig.info(PATH, 8, info.toTableDescriptor());
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(later)) {
      assertThat(committer.getMissingLakeSnapshot(null)).isNull();
    }
  }

  @Test
  void smallFilesBecomeOneInTheOrderOfTheLog() throws Exception {
    TableDescriptor table =
        TableDescriptor.builder(log(Map.of()))
            .property("table.datalake.auto-compaction", "true")
            .build();
    TableInfo info = create(table);
    for (int round = 0; round < 4; round++) {
      try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
        committer.getMissingLakeSnapshot(null);
        committer.maintain(
            commit(committer, round(committer, info, round * 10L), "1", "r" + round));
        assertThat(committer.getMissingLakeSnapshot(null).getSnapshotProperties())
            .containsEntry("fluss-tiering-round", "r" + round);
      }
    }
    List<FileScanTask> files = files();
    // one of three rounds and one of the last, in each bucket
    assertThat(files).hasSize(6);
    List<Record> records = lake.read(PATH);
    assertThat(records).hasSize(120);
    FileScanTask large =
        files.stream().filter(f -> f.file().recordCount() == 30).findFirst().orElseThrow();
    List<Long> offsets = new ArrayList<>();
    LakeFile.read(
        large,
        new LakeFile.LoadedDeletes(lake.table(PATH).io()),
        lake.table(PATH).schema(),
        lake.table(PATH).schema().select("__offset"),
        (row, position) -> offsets.add((Long) row.get(0)));
    assertThat(offsets)
        .isEqualTo(Stream.iterate(0L, i -> i + 1).limit(30).collect(Collectors.toList()));
  }

  @Test
  void closingWithoutCompletingLeavesNoFile() throws Exception {
    TableInfo info = create(log(Map.of("iceberg.write.target-file-size-bytes", "2000")));
    var writer = lake.writer(info, 0, null);
    long offset = 0;
    for (InternalRow row : rows(3000)) {
      writer.write(LakeRig.record(offset++, 0, row));
    }
    writer.close();
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(f -> f.toString().endsWith(".parquet"))).isEmpty();
    }
  }

  @Test
  void resultsAndCommittablesSurviveTheWayBetweenProcesses() throws Exception {
    TableInfo info = create(log(Map.of()));
    IcebergTieringFactory factory = new IcebergTieringFactory(lake.properties);
    IcebergWriteResult result = lake.write(info, 1, null, 0, rows(4));
    byte[] bytes = factory.getWriteResultSerializer().serialize(result);
    IcebergWriteResult back = factory.getWriteResultSerializer().deserialize(1, bytes);
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      byte[] committable =
          factory.getCommittableSerializer().serialize(committer.toCommittable(List.of(back)));
      commit(committer, factory.getCommittableSerializer().deserialize(1, committable), "1", "r");
    }
    assertThat(lake.read(PATH)).hasSize(4);
  }
}
