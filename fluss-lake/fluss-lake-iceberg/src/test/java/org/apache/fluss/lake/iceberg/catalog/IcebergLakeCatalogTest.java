// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IcebergLakeCatalogTest {

  private static final TablePath PATH = TablePath.of("db", "t");

  @TempDir Path folder;
  private LakeRig lake;
  private IcebergLakeCatalog catalog;

  @BeforeEach
  void open() {
    lake = LakeRig.inFolder(folder);
    catalog = new IcebergLakeCatalog(lake.properties);
  }

  @AfterEach
  void close() throws Exception {
    catalog.close();
  }

  private Table create(TableDescriptor table) throws Exception {
    catalog.createTable(PATH, table, LakeRig.creating(table));
    return lake.table(PATH);
  }

  private static Schema.Builder columns() {
    return Schema.newBuilder().column("id", DataTypes.INT()).column("name", DataTypes.STRING());
  }

  private static TableDescriptor log() {
    return TableDescriptor.builder().schema(columns().build()).distributedBy(3).build();
  }

  @Test
  void primaryKeyTable() throws Exception {
    Table table =
        create(
            TableDescriptor.builder()
                .schema(columns().withComment("who").primaryKey("id").build())
                .distributedBy(4, "id")
                .build());
    assertThat(table.schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "name", "__bucket", "__offset", "__timestamp");
    assertThat(table.schema().columns())
        .extracting(Types.NestedField::fieldId)
        .containsExactly(1, 2, 3, 4, 5);
    assertThat(table.schema().identifierFieldNames()).containsExactly("id");
    assertThat(table.schema().findField("name").doc()).isEqualTo("who");
    assertThat(table.schema().findField("id").isRequired()).isTrue();
    assertThat(table.schema().findField("__bucket").isRequired()).isTrue();
    assertThat(table.spec().fields()).hasSize(1);
    assertThat(table.spec().fields().get(0).name()).isEqualTo("id_bucket");
    assertThat(table.spec().fields().get(0).transform().toString()).isEqualTo("bucket[4]");
    assertThat(table.properties())
        .containsEntry("write.delete.mode", "merge-on-read")
        .containsEntry("write.update.mode", "merge-on-read")
        .containsEntry("write.merge.mode", "merge-on-read");
  }

  @Test
  void partitionedPrimaryKeyTable() throws Exception {
    Table table =
        create(
            TableDescriptor.builder()
                .schema(
                    Schema.newBuilder()
                        .column("dt", DataTypes.STRING())
                        .column("user_id", DataTypes.BIGINT())
                        .primaryKey("dt", "user_id")
                        .build())
                .partitionedBy("dt")
                .distributedBy(10, "user_id")
                .customProperty("iceberg.write.format.default", "orc")
                .customProperty("fluss_k1", "v")
                .build());
    assertThat(table.spec().fields())
        .extracting(f -> f.name() + " " + f.transform())
        .containsExactly("dt identity", "user_id_bucket bucket[10]");
    assertThat(table.sortOrder().fields()).hasSize(1);
    assertThat(table.schema().findColumnName(table.sortOrder().fields().get(0).sourceId()))
        .isEqualTo("__offset");
    assertThat(table.sortOrder().fields().get(0).direction()).isEqualTo(SortDirection.ASC);
    assertThat(table.properties())
        .containsEntry("write.format.default", "orc")
        .containsEntry("fluss.fluss_k1", "v");
  }

  @Test
  void logTables() throws Exception {
    assertThat(create(log()).spec().fields())
        .extracting(f -> f.name() + " " + f.transform())
        .containsExactly("__bucket identity");
    TablePath bucketed = TablePath.of("db", "bucketed");
    TableDescriptor byId =
        TableDescriptor.builder().schema(columns().build()).distributedBy(3, "id").build();
    catalog.createTable(bucketed, byId, LakeRig.creating(byId));
    assertThat(lake.table(bucketed).spec().fields())
        .extracting(f -> f.name() + " " + f.transform())
        .containsExactly("id_bucket bucket[3]");
  }

  @Test
  void whatTheLakeCannotHoldIsRefused() {
    assertThatThrownBy(
            () ->
                create(
                    TableDescriptor.builder()
                        .schema(columns().build())
                        .distributedBy(3, "id", "name")
                        .build()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(
            () ->
                create(
                    TableDescriptor.builder()
                        .schema(columns().column("b", DataTypes.BOOLEAN()).build())
                        .partitionedBy("b")
                        .distributedBy(3)
                        .build()))
        .isInstanceOf(InvalidTableException.class)
        .hasMessageContaining("'b'");
    assertThatThrownBy(
            () ->
                create(
                    TableDescriptor.builder()
                        .schema(columns().column("x", DataTypes.BOOLEAN()).build())
                        .distributedBy(3, "x")
                        .build()))
        .isInstanceOf(InvalidTableException.class);
    assertThatThrownBy(
            () ->
                create(
                    TableDescriptor.builder()
                        .schema(columns().column("__offset", DataTypes.BIGINT()).build())
                        .distributedBy(3)
                        .build()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                create(
                    TableDescriptor.builder()
                        .schema(columns().column("ID", DataTypes.BIGINT()).build())
                        .distributedBy(3)
                        .build()))
        .isInstanceOf(InvalidTableException.class);
    assertThatThrownBy(
            () ->
                create(
                    TableDescriptor.builder()
                        .schema(columns().build())
                        .distributedBy(3)
                        .customProperty("iceberg.write.delete.mode", "copy-on-write")
                        .build()))
        .isInstanceOf(InvalidTableException.class);
  }

  @Test
  void keysFinerThanMicrosecondsAreRefused() throws Exception {
    for (DataType fine : List.of(DataTypes.TIMESTAMP(7), DataTypes.TIMESTAMP_LTZ(9))) {
      assertThatThrownBy(() -> create(keyedBy(fine)))
          .isInstanceOf(InvalidTableException.class)
          .hasMessageContaining("'at'")
          .hasMessageContaining(fine.asSummaryString());
    }
    create(keyedBy(DataTypes.TIMESTAMP(6)));
  }

  private static TableDescriptor keyedBy(DataType type) {
    return TableDescriptor.builder()
        .schema(columns().column("at", type).primaryKey("id", "at").build())
        .distributedBy(3, "id")
        .build();
  }

  @Test
  void propertiesAreStoredUnderTheirNames() throws Exception {
    Table table =
        create(
            TableDescriptor.builder()
                .schema(columns().build())
                .distributedBy(3)
                .property("table.datalake.freshness", "30s")
                .customProperty("iceberg.commit.retry.num-retries", "5")
                .build());
    assertThat(table.properties())
        .containsEntry("commit.retry.num-retries", "5")
        .containsEntry("fluss.table.datalake.freshness", "30s")
        .containsEntry("write.metadata.delete-after-commit.enabled", "true")
        .containsEntry("write.parquet.compression-codec", "zstd")
        .doesNotContainKeys("iceberg.commit.retry.num-retries", "table.datalake.freshness");
  }

  @Test
  void alteringProperties() throws Exception {
    create(log());
    alter(TableChange.set("iceberg.commit.retry.min-wait-ms", "7"), TableChange.set("mine", "1"));
    assertThat(lake.table(PATH).properties())
        .containsEntry("commit.retry.min-wait-ms", "7")
        .containsEntry("fluss.mine", "1");
    alter(
        TableChange.reset("iceberg.commit.retry.min-wait-ms"),
        TableChange.reset("mine"),
        TableChange.reset("never.was"));
    assertThat(lake.table(PATH).properties())
        .doesNotContainKeys("commit.retry.min-wait-ms", "fluss.mine");
    for (String key : List.of("write.delete.mode", "iceberg.write.delete.mode")) {
      assertThatThrownBy(() -> alter(TableChange.set(key, "x")))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> alter(TableChange.reset(key)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () ->
                catalog.alterTable(
                    TablePath.of("db", "other"),
                    List.of(TableChange.set("a", "b")),
                    LakeRig.context(false, log(), log())))
        .isInstanceOf(TableNotExistException.class);
  }

  private void alter(TableChange... changes) throws Exception {
    catalog.alterTable(PATH, List.of(changes), LakeRig.context(false, log(), log()));
  }

  @Test
  void addedColumnsComeBeforeTheSystemColumnsAndOnlyOnce() throws Exception {
    create(log());
    TableDescriptor wider =
        TableDescriptor.builder()
            .schema(
                columns()
                    .column("extra", DataTypes.ARRAY(DataTypes.INT()))
                    .withComment("more")
                    .build())
            .distributedBy(3)
            .build();
    TableChange add =
        TableChange.addColumn(
            "extra", DataTypes.ARRAY(DataTypes.INT()), "more", TableChange.ColumnPosition.last());
    for (int i = 0; i < 2; i++) {
      catalog.alterTable(PATH, List.of(add), LakeRig.context(false, log(), wider));
      assertThat(names())
          .containsExactly("id", "name", "extra", "__bucket", "__offset", "__timestamp");
    }
    assertThatThrownBy(
            () ->
                alter(
                    TableChange.addColumn(
                        "first", DataTypes.INT(), null, TableChange.ColumnPosition.first())))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(
            () ->
                alter(
                    TableChange.addColumn(
                        "needed",
                        DataTypes.INT().copy(false),
                        null,
                        TableChange.ColumnPosition.last())))
        .isInstanceOf(UnsupportedOperationException.class);
    // a writer that still has the old columns leaves the new one empty
    var result =
        lake.write(LakeRig.info(PATH, 1, log()), 0, null, 0, List.of(GenericRow.of(1, null)));
    lake.table(PATH).newAppend().appendFile(result.files().dataFiles()[0]).commit();
    assertThat(lake.read(PATH))
        .hasSize(1)
        .allSatisfy(r -> assertThat(r.getField("extra")).isNull());
  }

  private List<String> names() {
    return lake.table(PATH).schema().columns().stream()
        .map(Types.NestedField::name)
        .collect(Collectors.toList());
  }

  @Test
  void existingTables() throws Exception {
    create(log());
    // the same, empty: taken over
    create(log());
    assertThatThrownBy(
            () ->
                create(
                    TableDescriptor.builder()
                        .schema(columns().column("more", DataTypes.INT()).build())
                        .distributedBy(3)
                        .build()))
        .isInstanceOf(TableAlreadyExistException.class)
        .hasMessageContaining("'more'");
    assertThatThrownBy(
            () ->
                create(
                    TableDescriptor.builder()
                        .schema(columns().build())
                        .distributedBy(3, "id")
                        .build()))
        .isInstanceOf(TableAlreadyExistException.class)
        .hasMessageContaining("partition spec");
    var result =
        lake.write(LakeRig.info(PATH, 1, log()), 0, null, 0, List.of(GenericRow.of(1, null)));
    lake.table(PATH).newAppend().appendFile(result.files().dataFiles()[0]).commit();
    assertThatThrownBy(() -> create(log()))
        .isInstanceOf(TableAlreadyExistException.class)
        .hasMessageContaining("holds data");
    // enabling the lake on a table that had it before
    catalog.createTable(PATH, log(), LakeRig.context(false, log(), log()));
    assertThat(lake.read(PATH)).hasSize(1);
    TableDescriptor replacing =
        TableDescriptor.builder()
            .schema(columns().build())
            .distributedBy(3)
            .customProperty("table.datalake.existing-table", "replace")
            .build();
    create(replacing);
    assertThat(lake.read(PATH)).isEmpty();
  }

  @Test
  void optionsThatContradictOrLackAreNamed() {
    assertThatThrownBy(() -> LakeCatalogs.open(Map.of("warehouse", "x")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("datalake.iceberg.type");
    assertThatThrownBy(() -> LakeCatalogs.open(Map.of("type", "glue", "catalog-impl", "x")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("not both");
    assertThatThrownBy(() -> LakeCatalogs.open(Map.of("type", "glue")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("datalake.iceberg.warehouse");
  }
}
