// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.aws.AwsError;
import org.apache.fluss.aws.AwsException;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidDatabaseException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.lake.iceberg.tiering.IcebergCommittable;
import org.apache.fluss.lake.iceberg.tiering.IcebergLakeCommitter;
import org.apache.fluss.lake.iceberg.tiering.IcebergWriteResult;
import org.apache.fluss.lake.iceberg.tiering.UnclearCommitException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.tools.awsfake.AwsFake;
import org.apache.fluss.tools.awsfake.Call;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Glue answers badly, late or not at all: every round is in the lake once, and nothing dangles. */
class GlueFaultsTest {

  private static final TablePath PATH = TablePath.of("db", "t");
  private static final String UPDATE = "glue:UpdateTable";

  private static final TableDescriptor TABLE =
      TableDescriptor.builder()
          .schema(Schema.newBuilder().column("id", DataTypes.BIGINT()).build())
          .distributedBy(2)
          // a failed look takes no long rests in tests
          .customProperty("iceberg.commit.status-check.min-wait-ms", "1")
          .customProperty("iceberg.commit.retry.min-wait-ms", "1")
          .customProperty("iceberg.commit.retry.max-wait-ms", "20")
          .build();

  private AwsFake aws;
  private LakeRig lake;
  private TableInfo info;

  @BeforeEach
  void start() {
    aws = AwsFake.start();
    aws.s3().createBucket("wh");
    lake = new LakeRig(properties());
    info = LakeRig.info(PATH, 7, TABLE);
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    properties.put("type", "glue");
    properties.put("warehouse", "s3://wh/p");
    properties.put("glue.endpoint", aws.endpoint());
    properties.put("s3.endpoint", aws.endpoint());
    properties.put("s3.path-style-access", "true");
    properties.put("s3.access-key-id", "AKIATEST");
    properties.put("s3.secret-access-key", "secret");
    properties.put("client.region", "eu-west-1");
    properties.put(FlussAwsClientFactory.GLUE_ATTEMPTS, "2");
    return properties;
  }

  private void createTable() throws Exception {
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(lake.properties)) {
      catalog.createTable(PATH, TABLE, LakeRig.creating(TABLE));
    }
  }

  private IcebergCommittable files(
      LakeCommitter<IcebergWriteResult, IcebergCommittable> committer, long firstOffset)
      throws Exception {
    List<InternalRow> rows = new ArrayList<>();
    for (long i = 0; i < 5; i++) {
      rows.add(GenericRow.of(firstOffset + i));
    }
    return committer.toCommittable(List.of(lake.write(info, 0, null, firstOffset, rows)));
  }

  private static Map<String, String> round(String id) {
    return Map.of(
        "fluss-offsets",
        "/offsets/" + id,
        IcebergLakeCommitter.TIERING_EPOCH,
        "1",
        IcebergLakeCommitter.TIERING_ROUND,
        id);
  }

  /** One round as the engine runs it: look for a missing snapshot first, then write and commit. */
  private long round(String id, Long known, long offset) throws Exception {
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      assertThat(committer.getMissingLakeSnapshot(known)).isNull();
      return committer.commit(files(committer, offset), round(id)).getCommittedSnapshotId();
    }
  }

  private void assertRows(int count) throws Exception {
    assertThat(lake.read(PATH))
        .extracting(r -> (Long) r.getField("__offset"))
        .doesNotHaveDuplicates()
        .hasSize(count);
  }

  private void assertPointerIsThere() {
    String location = aws.glue().tableParameter("db", "t", "metadata_location");
    assertThat(aws.s3().object("wh", location.substring("s3://wh/".length()))).isNotNull();
  }

  @Test
  void appliedButTheServiceReportsATimeout() throws Exception {
    createTable();
    aws.faults().applyThenFail(UPDATE, 1, 400, "OperationTimeoutException", "too slow");
    long first = round("a", null, 0);
    assertPointerIsThere();
    round("b", first, 5);
    assertRows(10);
  }

  @Test
  void appliedButTheAnswerIsLost() throws Exception {
    createTable();
    aws.faults().applyThenLoseAnswer(UPDATE, 1);
    long first = round("a", null, 0);
    assertPointerIsThere();
    round("b", first, 5);
    assertRows(10);
  }

  @Test
  void appliedButAnsweredWithAnInternalError() throws Exception {
    createTable();
    aws.faults().applyThenFail(UPDATE, 1, 500, "InternalServiceException", "oops");
    round("a", null, 0);
    assertPointerIsThere();
    assertRows(5);
  }

  @Test
  void notAppliedAndUnclearKeepsFilesAndTheNextRoundGoesOn() throws Exception {
    createTable();
    aws.faults().refuse(UPDATE, 1, 400, "OperationTimeoutException", "too slow");
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      IcebergCommittable files = files(committer, 0);
      int before = aws.s3().keys("wh", "").size();
      assertThatThrownBy(() -> committer.commit(files, round("a")))
          .isInstanceOf(UnclearCommitException.class)
          .hasMessageStartingWith("GLUE-UNKNOWN-COMMIT: ");
      committer.abort(files);
      // manifest, manifest list, metadata and the data file are all still there
      assertThat(aws.s3().keys("wh", "")).hasSize(before + 3);
      assertThat(aws.calls("s3:DeleteObjects")).isEmpty();
      assertThat(aws.calls("s3:DeleteObject")).isEmpty();
    }
    round("b", null, 0);
    assertRows(5);
  }

  @Test
  void unclearCommitThatArrivesLaterIsFoundBeforeTheNextRound() throws Exception {
    createTable();
    aws.faults().applyThenFail(UPDATE, 1, 400, "OperationTimeoutException", "too slow");
    // nothing can be looked up meanwhile
    aws.faults().refuse("glue:GetTable", 0, 400, "x", "x");
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> dying = lake.committer(info)) {
      dying.commit(files(dying, 0), round("a"));
    }
    // Fluss never heard of round a
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> next = lake.committer(info)) {
      assertThat(next.getMissingLakeSnapshot(null).getSnapshotProperties())
          .containsEntry("fluss-offsets", "/offsets/a")
          .containsEntry(IcebergLakeCommitter.TIERING_ROUND, "a");
    }
    assertRows(5);
  }

  @Test
  void internalErrorsWithoutEnd() throws Exception {
    createTable();
    aws.faults().refuse(UPDATE, 100, 500, "InternalServiceException", "oops");
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      IcebergCommittable files = files(committer, 0);
      assertThatThrownBy(() -> committer.commit(files, round("a")))
          .isInstanceOf(UnclearCommitException.class);
    }
    aws.faults().clear();
    round("b", null, 0);
    assertRows(5);
  }

  @Test
  void throttledForAWhile() throws Exception {
    createTable();
    // the SDK gives up after two, the commit is tried again
    aws.faults().refuse(UPDATE, 3, 400, "ThrottlingException", "Rate exceeded");
    round("a", null, 0);
    assertRows(5);
  }

  @Test
  void conflictsAreRetriedAndForeignCommitsStay() throws Exception {
    createTable();
    aws.faults()
        .refuse(UPDATE, 2, 400, "ConcurrentModificationException", "somebody else was faster");
    round("a", null, 0);
    assertRows(5);
    assertThat(aws.glue().version("db", "t")).isEqualTo(1);
  }

  @Test
  void expiredCredentialsAreRefreshedOnce() throws Exception {
    createTable();
    aws.faults().refuse(UPDATE, 1, 400, "ExpiredTokenException", "The security token has expired");
    aws.faults().refuse("s3:PutObject", 1, 400, "ExpiredToken", "The provided token has expired.");
    round("a", null, 0);
    assertRows(5);
  }

  @Test
  void accessDeniedNamesActionPrincipalAndResource() {
    aws.faults()
        .refuse(
            "glue:CreateTable",
            1,
            400,
            "AccessDeniedException",
            "User: arn:aws:iam::123456789012:user/bob is not authorized to perform:"
                + " glue:CreateTable on resource: arn:aws:glue:eu-west-1:123456789012:catalog");
    assertThatThrownBy(this::createTable)
        .isInstanceOf(AwsException.class)
        .hasMessageStartingWith("GLUE-ACCESS-DENIED: while creating the lake table of db.t")
        .hasMessageContaining("Principal: arn:aws:iam::123456789012:user/bob")
        .hasMessageContaining("\"Action\":\"glue:CreateTable\"")
        .hasMessageContaining("arn:aws:glue:eu-west-1:123456789012:catalog")
        .satisfies(
            e -> assertThat(((AwsException) e).error()).isEqualTo(AwsError.GLUE_ACCESS_DENIED));
    assertThat(aws.glue().hasTable("db", "t")).isFalse();
  }

  @Test
  void lakeFormationDenial() {
    aws.faults()
        .refuse(
            "glue:CreateTable",
            1,
            400,
            "AccessDeniedException",
            "Insufficient Lake Formation permission(s): Required Create Table on db");
    assertThatThrownBy(this::createTable).hasMessageStartingWith("LF-DENIED: ");
  }

  @Test
  void bucketMissing() {
    Map<String, String> elsewhere = new HashMap<>(properties());
    elsewhere.put("warehouse", "s3://nowhere/p");
    assertThatThrownBy(
            () -> {
              try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(elsewhere)) {
                catalog.createTable(PATH, TABLE, LakeRig.creating(TABLE));
              }
            })
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageStartingWith("S3-BUCKET-MISSING: ");
  }

  @Test
  void nothingListens() {
    Map<String, String> elsewhere = new HashMap<>(properties());
    elsewhere.put("glue.endpoint", "http://127.0.0.1:1");
    assertThatThrownBy(
            () -> {
              try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(elsewhere)) {
                catalog.createTable(PATH, TABLE, LakeRig.creating(TABLE));
              }
            })
        .hasMessageStartingWith("AWS-CONNECT: ");
  }

  @Test
  void tableDeletedInGlueMeanwhile() throws Exception {
    createTable();
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      IcebergCommittable files = files(committer, 0);
      aws.faults().refuse(UPDATE, 1, 400, "EntityNotFoundException", "Table t not found.");
      assertThatThrownBy(() -> committer.commit(files, round("a")))
          .isInstanceOf(java.io.IOException.class)
          .isNotInstanceOf(UnclearCommitException.class);
      committer.abort(files);
    }
    assertThat(aws.s3().keys("wh", "p/db.db/t/data/")).isEmpty();
  }

  @Test
  void staleTableOfAnotherFlussTable() throws Exception {
    createTable();
    // empty and fitting: taken over
    createTable();
    round("a", null, 0);
    assertThatThrownBy(this::createTable)
        .isInstanceOf(TableAlreadyExistException.class)
        .hasMessageStartingWith("GLUE-STALE-TABLE: ");
  }

  @Test
  void namesGlueDoesNotTakeAreRefusedBeforeAnyCall() throws Exception {
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(lake.properties)) {
      int calls = aws.calls().size();
      assertThatThrownBy(
              () -> catalog.createTable(TablePath.of("MyDb", "t"), TABLE, LakeRig.creating(TABLE)))
          .isInstanceOf(InvalidDatabaseException.class)
          .hasMessageContaining("'mydb'");
      assertThatThrownBy(
              () -> catalog.createTable(TablePath.of("db", "a-b"), TABLE, LakeRig.creating(TABLE)))
          .isInstanceOf(InvalidTableException.class)
          .hasMessageContaining("'a_b'");
      assertThat(aws.calls()).hasSize(calls);
    }
    Map<String, String> folded = new HashMap<>(properties());
    folded.put("fluss.name-mapping", "lowercase-underscore");
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(folded)) {
      catalog.createTable(TablePath.of("MyDb", "a-b"), TABLE, LakeRig.creating(TABLE));
    }
    assertThat(aws.glue().hasTable("mydb", "a_b")).isTrue();
  }

  @Test
  void glueAndS3AreSignedWithTheSameKeysAndVersionsAreNotArchived() throws Exception {
    createTable();
    round("a", null, 0);
    assertThat(aws.calls()).extracting(Call::accessKey).containsOnly("AKIATEST");
    assertThat(aws.calls(UPDATE))
        .allSatisfy(
            c -> assertThat(c.body()).contains("\"SkipArchive\":true", "\"VersionId\":\"0\""));
  }
}
