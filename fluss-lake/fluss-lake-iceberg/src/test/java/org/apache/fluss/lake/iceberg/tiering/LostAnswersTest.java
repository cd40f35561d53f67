// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The REST and the JDBC catalog lose an answer, as Glue does in {@code GlueFaultsTest}: a round is
 * in the lake once, and no file it may refer to is deleted.
 */
class LostAnswersTest {
  private static final TablePath PATH = TablePath.of("db", "t");
  private static final TableDescriptor TABLE =
      TableDescriptor.builder()
          .schema(Schema.newBuilder().column("id", DataTypes.BIGINT()).build())
          .distributedBy(1)
          .customProperty("iceberg.commit.status-check.min-wait-ms", "1")
          .build();

  private final TableInfo info = LakeRig.info(PATH, 7, TABLE);
  @TempDir private Path folder;
  private LakeRig lake;

  @Test
  void rest() throws Exception {
    try (LossyRestCatalog catalog = new LossyRestCatalog(folder)) {
      lake = new LakeRig(Map.of("type", "rest", "uri", catalog.uri()));
      roundsAreThereOnce(catalog.loseAnswer, catalog.loseRequest);
    }
  }

  @Test
  void jdbc() throws Exception {
    LossyDriver driver = new LossyDriver();
    DriverManager.registerDriver(driver);
    try {
      lake =
          new LakeRig(
              Map.of(
                  "type",
                  "jdbc",
                  "uri",
                  "jdbc:lossy:sqlite:" + folder.resolve("catalog.db"),
                  "warehouse",
                  folder.toUri().toString()));
      roundsAreThereOnce(driver.loseAnswer, driver.loseRequest);
    } finally {
      DriverManager.deregisterDriver(driver);
    }
  }

  private void roundsAreThereOnce(AtomicBoolean loseAnswer, AtomicBoolean loseRequest)
      throws Exception {
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(lake.properties)) {
      catalog.createTable(PATH, TABLE, LakeRig.creating(TABLE));
    }
    long first = round("a", null, 0);

    // applied, and nobody hears of it: found at once, nothing of it deleted
    loseAnswer.set(true);
    long second = round("b", first, 5);
    assertThat(loseAnswer).isFalse();
    assertThat(lake.table(PATH).currentSnapshot().snapshotId()).isEqualTo(second);
    assertRows(10);

    // not applied, which nobody can know: files stay, and the next round goes on
    loseRequest.set(true);
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      assertThat(committer.getMissingLakeSnapshot(second)).isNull();
      IcebergCommittable files = files(committer, 10);
      Set<String> before = dataAndManifests();
      assertThatThrownBy(() -> committer.commit(files, summary("c")))
          .isInstanceOf(UnclearCommitException.class);
      assertThat(committer.commitMayHaveHappened()).isTrue();
      committer.abort(files);
      assertThat(dataAndManifests()).containsAll(before).hasSizeGreaterThan(before.size());
    }
    assertThat(loseRequest).isFalse();
    long third = round("d", second, 10);
    assertRows(15);

    // applied by a runner that dies before it can look: its successor finds the round
    loseAnswer.set(true);
    round("e", third, 15);
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> successor = lake.committer(info)) {
      assertThat(successor.getMissingLakeSnapshot(third).getSnapshotProperties())
          .containsEntry(IcebergLakeCommitter.TIERING_ROUND, "e");
    }
    assertRows(20);
  }

  private long round(String id, Long known, long offset) throws Exception {
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      assertThat(committer.getMissingLakeSnapshot(known)).isNull();
      return committer.commit(files(committer, offset), summary(id)).getCommittedSnapshotId();
    }
  }

  private IcebergCommittable files(
      LakeCommitter<IcebergWriteResult, IcebergCommittable> committer, long firstOffset)
      throws IOException {
    List<InternalRow> rows = new ArrayList<>();
    for (long i = 0; i < 5; i++) {
      rows.add(GenericRow.of(firstOffset + i));
    }
    return committer.toCommittable(List.of(lake.write(info, 0, null, firstOffset, rows)));
  }

  private static Map<String, String> summary(String id) {
    return Map.of(
        "fluss-offsets",
        "/offsets/" + id,
        IcebergLakeCommitter.TIERING_EPOCH,
        "1",
        IcebergLakeCommitter.TIERING_ROUND,
        id);
  }

  private void assertRows(int count) throws IOException {
    assertThat(lake.read(PATH))
        .extracting(r -> (Long) r.getField("__offset"))
        .doesNotHaveDuplicates()
        .hasSize(count);
  }

  private Set<String> dataAndManifests() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(Path::toString)
          .filter(name -> name.endsWith(".parquet") || name.endsWith(".avro"))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
