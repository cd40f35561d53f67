// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.types.DataTypes;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a catalog may say to a commit, whichever it is, and what becomes of the files then. */
class UnclearCommitTest {
  private static final TablePath PATH = TablePath.of("db", "t");
  private static final TableDescriptor TABLE =
      TableDescriptor.builder()
          .schema(Schema.newBuilder().column("id", DataTypes.BIGINT()).build())
          .distributedBy(1)
          .customProperty("iceberg.commit.retry.num-retries", "2")
          .customProperty("iceberg.commit.retry.min-wait-ms", "1")
          .build();

  private final TableInfo info = LakeRig.info(PATH, 7, TABLE);
  @TempDir private Path folder;
  private LakeRig lake;

  @BeforeEach
  void create() throws Exception {
    lake = LakeRig.inFolder(folder);
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(lake.properties)) {
      catalog.createTable(PATH, TABLE, LakeRig.creating(TABLE));
    }
  }

  /** What happens at a commit of the table's metadata. */
  private interface Answer {
    void to(Runnable commit);
  }

  private IcebergLakeCommitter committer(Answer answer) {
    TableOperations operations = ((HasTableOperations) lake.table(PATH)).operations();
    TableOperations faulty =
        (TableOperations)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TableOperations.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("commit")) {
                    answer.to(() -> invoke(operations, method, arguments));
                    return null;
                  }
                  return invoke(operations, method, arguments);
                });
    return new IcebergLakeCommitter(
        new BaseTable(faulty, "db.t"),
        info,
        new Configuration(),
        AwsDoing.of("committing", "db.t", AwsSettings.ofLake(lake.properties)));
  }

  private static Object invoke(Object target, java.lang.reflect.Method method, Object[] arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException) {
        throw (RuntimeException) e.getCause();
      }
      throw new AssertionError(e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private IcebergCommittable files(IcebergLakeCommitter committer) throws IOException {
    return committer.toCommittable(
        List.of(lake.write(info, 0, null, 0, List.of(GenericRow.of(1L)))));
  }

  private static Map<String, String> summary() {
    return summary("1", "a");
  }

  private static Map<String, String> summary(String epoch, String round) {
    return Map.of(
        "fluss-offsets",
        "/offsets/" + round,
        IcebergLakeCommitter.TIERING_EPOCH,
        epoch,
        IcebergLakeCommitter.TIERING_ROUND,
        round);
  }

  private long dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).count();
    }
  }

  @Test
  void errorsThatSayNothingAboutTheCommitKeepItsFiles() throws Exception {
    for (RuntimeException error :
        List.of(
            new IllegalStateException("500 of some catalog"),
            new UnsupportedOperationException("a proxy in between"))) {
      long before = dataFiles();
      IcebergLakeCommitter committer =
          committer(
              commit -> {
                throw error;
              });
      IcebergCommittable files = files(committer);
      assertThatThrownBy(() -> committer.commit(files, summary()))
          .isInstanceOf(UnclearCommitException.class);
      assertThat(committer.commitMayHaveHappened()).isTrue();
      committer.abort(files);
      assertThat(dataFiles()).isEqualTo(before + 1);
    }
  }

  @Test
  void errorAfterTheCommitIsNoError() throws Exception {
    IcebergLakeCommitter committer =
        committer(
            commit -> {
              commit.run();
              throw new IllegalStateException("500 of some catalog");
            });
    IcebergCommittable files = files(committer);
    long id = committer.commit(files, summary()).getCommittedSnapshotId();
    committer.abort(files);
    assertThat(lake.table(PATH).currentSnapshot().snapshotId()).isEqualTo(id);
    assertThat(lake.read(PATH)).hasSize(1);
  }

  @Test
  void refusalsFreeTheFiles() throws Exception {
    for (RuntimeException error :
        List.of(
            new CommitFailedException("a conflict"),
            new ValidationException("not as it should be"),
            new NotFoundException("the table is gone"))) {
      IcebergLakeCommitter committer =
          committer(
              commit -> {
                throw error;
              });
      IcebergCommittable files = files(committer);
      assertThatThrownBy(() -> committer.commit(files, summary()))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(UnclearCommitException.class);
      assertThat(committer.commitMayHaveHappened()).isFalse();
      committer.abort(files);
      assertThat(dataFiles()).isZero();
    }
  }

  @Test
  void conflictWithItsOwnLandedCommitIsSuccess() throws Exception {
    IcebergLakeCommitter committer =
        committer(
            commit -> {
              commit.run();
              throw new CommitFailedException("somebody else was faster");
            });
    committer.getMissingLakeSnapshot(null);
    IcebergCommittable files = files(committer);
    long id = committer.commit(files, summary()).getCommittedSnapshotId();
    committer.abort(files);
    assertThat(lake.table(PATH).currentSnapshot().snapshotId()).isEqualTo(id);
    assertThat(lake.table(PATH).snapshots()).hasSize(1);
    assertThat(lake.read(PATH)).hasSize(1);
  }

  @Test
  void refusedRoundThatArrivedAndWasBuiltUponKeepsItsFiles() throws Exception {
    long[] arrived = {-1};
    IcebergLakeCommitter committer =
        committer(
            commit -> {
              commit.run();
              if (arrived[0] < 0) {
                arrived[0] = lake.table(PATH).currentSnapshot().snapshotId();
                commitOther(null, "2", "b");
                throw new CommitFailedException("somebody else was faster");
              }
            });
    committer.getMissingLakeSnapshot(null);
    IcebergCommittable files = files(committer);
    assertThat(committer.commit(files, summary()).getCommittedSnapshotId()).isEqualTo(arrived[0]);
    committer.abort(files);
    assertThat(lake.read(PATH)).hasSize(2);
    assertThat(lake.table(PATH).snapshots()).hasSize(2);
    // and when it is sent again
    assertThat(committer.commit(files, summary()).getCommittedSnapshotId()).isEqualTo(arrived[0]);
    assertThat(lake.table(PATH).snapshots()).hasSize(2);
  }

  private long commitOther(Long known, String epoch, String round) {
    try {
      IcebergLakeCommitter other = committer(Runnable::run);
      other.getMissingLakeSnapshot(known);
      return other.commit(files(other), summary(epoch, round)).getCommittedSnapshotId();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void rollbackBehindWhatFlussKnowsIsNoticed() throws Exception {
    long first = commitOther(null, "1", "a");
    long second = commitOther(first, "1", "b");
    lake.table(PATH).manageSnapshots().rollbackTo(first).commit();
    IcebergLakeCommitter committer = committer(Runnable::run);
    assertThatThrownBy(() -> committer.getMissingLakeSnapshot(second))
        .isInstanceOf(LakeTableSnapshotNotExistException.class)
        .hasMessageContaining(IcebergLakeCommitter.CONTINUE_AFTER)
        .hasMessageContaining("" + second);
    // the rows in between are not wanted
    lake.table(PATH)
        .updateProperties()
        .set(IcebergLakeCommitter.CONTINUE_AFTER, "" + second)
        .commit();
    assertThat(committer.getMissingLakeSnapshot(second)).isNull();
    long third = committer.commit(files(committer), summary("1", "c")).getCommittedSnapshotId();
    assertThat(committer(Runnable::run).getMissingLakeSnapshot(second).getLakeSnapshotId())
        .isEqualTo(third);
  }

  @Test
  void whatFlussKnowsMayLieBehindAnExpiredSnapshot() throws Exception {
    long first = commitOther(null, "1", "a");
    long second = commitOther(first, "1", "b");
    long third = commitOther(second, "1", "c");
    lake.table(PATH).expireSnapshots().expireSnapshotId(second).commit();
    IcebergLakeCommitter committer = committer(Runnable::run);
    assertThat(committer.getMissingLakeSnapshot(first).getLakeSnapshotId()).isEqualTo(third);
  }
}
