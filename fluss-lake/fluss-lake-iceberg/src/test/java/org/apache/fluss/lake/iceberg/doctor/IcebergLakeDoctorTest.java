// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.lake.doctor.Finding;
import org.apache.fluss.lake.doctor.LakeExamination;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.lake.lakestorage.LakeCatalog;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.tools.awsfake.AwsFake;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IcebergLakeDoctorTest {

  private static final TablePath PATH = TablePath.of("db", "t");

  private static final TableDescriptor TABLE =
      TableDescriptor.builder()
          .schema(Schema.newBuilder().column("id", DataTypes.BIGINT()).build())
          .distributedBy(2)
          .build();

  @TempDir Path folder;

  private final List<Finding> findings = new ArrayList<>();
  private AwsFake aws;

  @BeforeEach
  void start() {
    aws = AwsFake.start();
    aws.s3().createBucket("wh");
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  private Map<String, String> glue() {
    Map<String, String> properties = new HashMap<>();
    properties.put("type", "glue");
    properties.put("warehouse", "s3://wh/p");
    properties.put("glue.endpoint", aws.endpoint());
    properties.put("s3.endpoint", aws.endpoint());
    properties.put("fluss.sts.endpoint", aws.endpoint());
    properties.put("s3.path-style-access", "true");
    properties.put("s3.access-key-id", "AKIAABCDEFGH12345678");
    properties.put("s3.secret-access-key", "very-secret");
    properties.put("client.region", "us-east-1");
    return properties;
  }

  private Map<String, Finding.Level> examine(LakeExamination examination) {
    new IcebergLakeDoctor().examine(examination, findings::add);
    Map<String, Finding.Level> levels = new HashMap<>();
    findings.forEach(finding -> levels.put(finding.check(), finding.level()));
    assertThat(findings.toString()).doesNotContain("very-secret").doesNotContain("AKIAABCDEFGH");
    return levels;
  }

  private String failures() {
    StringBuilder text = new StringBuilder();
    findings.stream().filter(f -> f.level() == Finding.Level.FAIL).forEach(text::append);
    return text.toString();
  }

  @Test
  void aHealthyGlueLakePassesAndIsLeftAsItWas() {
    Map<String, Finding.Level> levels =
        examine(LakeExamination.of(glue(), "s3://wh/remote").creatingTable());
    assertThat(levels)
        .containsKeys(
            "lake options",
            "AWS region",
            "AWS credentials",
            "bucket wh",
            "s3://wh/p",
            "s3://wh/remote",
            "Glue",
            "catalog",
            "lake table");
    assertThat(failures()).isEmpty();
    assertThat(aws.s3().keys("wh", "")).isEmpty();
  }

  @Test
  void withoutNetworkNothingIsCalled() {
    Map<String, Finding.Level> levels = examine(LakeExamination.of(glue(), null).startOnly());
    assertThat(levels).hasSize(3).doesNotContainValue(Finding.Level.FAIL);
    assertThat(aws.calls()).isEmpty();
  }

  @Test
  void realStsIsNotAskedAboutTheKeysOfAnEmulator() {
    Map<String, String> lake = glue();
    lake.remove("fluss.sts.endpoint");
    examine(LakeExamination.of(lake, null));
    assertThat(findings)
        .filteredOn(finding -> finding.check().equals("AWS identity"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.level()).isEqualTo(Finding.Level.PASS);
              assertThat(finding.toString()).contains("not asked for").contains(aws.endpoint());
            });
  }

  @Test
  void aMissingBucketIsNamed() {
    Map<String, String> lake = glue();
    lake.put("warehouse", "s3://elsewhere/p");
    assertThat(examine(LakeExamination.of(lake, null)))
        .containsEntry("bucket elsewhere", Finding.Level.FAIL);
    assertThat(failures()).contains("S3-BUCKET-MISSING").contains("elsewhere");
  }

  @Test
  void glueThatRefusesIsPutIntoWords() {
    aws.faults()
        .refuse(
            "glue:GetDatabases",
            50,
            400,
            "AccessDeniedException",
            "User: arn:aws:iam::1:user/me is not authorized to perform: glue:GetDatabases");
    assertThat(examine(LakeExamination.of(glue(), null))).containsEntry("Glue", Finding.Level.FAIL);
    assertThat(failures()).contains("GLUE-ACCESS-DENIED").contains("glue:GetDatabases");
  }

  @Test
  void optionsThatCannotWorkSaySo() {
    examine(LakeExamination.of(Map.of("warehouse", "/w"), null));
    assertThat(failures()).contains("datalake.iceberg.type");
    examine(LakeExamination.of(Map.of("type", "glue"), null));
    assertThat(failures()).contains("datalake.iceberg.warehouse is missing");
    examine(LakeExamination.of(Map.of("type", "glue", "warehouse", "/w"), null));
    assertThat(failures()).contains("s3://bucket/path");
    examine(LakeExamination.of(Map.of("type", "hadoop", "warehouse", "/w"), "/w"));
    assertThat(failures()).contains("give each a place of its own");
  }

  @Test
  void aLakeTableIsHeldAgainstTheTableInFluss() throws Exception {
    Map<String, String> lake = Map.of("type", "hadoop", "warehouse", folder.toUri().toString());
    LakeExamination examination = LakeExamination.of(lake, null);
    String check = "table " + PATH;
    assertThat(examine(examination.ofTable(PATH, TABLE))).containsEntry(check, Finding.Level.FAIL);
    try (LakeCatalog catalog = new IcebergLakeCatalog(lake)) {
      catalog.createTable(PATH, TABLE, LakeRig.creating(TABLE));
    }
    Map<String, String> answered = new HashMap<>(TABLE.getProperties());
    answered.put("table.datalake.iceberg.warehouse", "added by the cluster");
    assertThat(examine(examination.ofTable(PATH, TABLE.withProperties(answered))))
        .containsEntry(check, Finding.Level.WARN);
    TableDescriptor other =
        TableDescriptor.builder()
            .schema(Schema.newBuilder().column("other", DataTypes.STRING()).build())
            .distributedBy(2)
            .build();
    assertThat(examine(examination.ofTable(PATH, other))).containsEntry(check, Finding.Level.FAIL);
    assertThat(failures()).contains("does not fit the table in Fluss");
  }
}
