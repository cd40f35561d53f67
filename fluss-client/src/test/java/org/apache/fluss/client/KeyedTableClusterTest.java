// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.fluss.client.lookup.LookupResult;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.lookup.TypedLookuper;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.TypedScanRecord;
import org.apache.fluss.client.table.scanner.batch.BatchScanUtils;
import org.apache.fluss.client.table.scanner.log.TypedLogScanner;
import org.apache.fluss.client.table.writer.TypedUpsertWriter;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.client.testutils.ClusterTests;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client and primary-key tables of real servers, over the network. */
class KeyedTableClusterTest extends ClusterTests {

  /** Columns id INT, a INT, b STRING by id in one bucket. */
  private static TableDescriptor.Builder table() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("a", DataTypes.INT())
                .column("b", DataTypes.STRING())
                .primaryKey("id")
                .build())
        .distributedBy(1);
  }

  private static String text(InternalRow row) {
    if (row == null) {
      return null;
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < row.getFieldCount(); i++) {
      boolean isText = i == 2;
      values.add(
          row.isNullAt(i)
              ? "null"
              : isText ? row.getString(i).toString() : String.valueOf(row.getInt(i)));
    }
    return String.join(",", values);
  }

  private static String lookup(Table table, Object... key) throws Exception {
    return text(table.newLookup().createLookuper().lookup(Tables.row(key)).get().getSingletonRow());
  }

  private static List<String> changelog(Table table, int count) throws Exception {
    return readAll(table, count).stream()
        .map(
            record ->
                record.logOffset()
                    + record.getChangeType().shortString()
                    + " "
                    + text(record.getRow()))
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @CsvSource({
    "COMPACTED,ARROW",
    "COMPACTED,COMPACTED",
    "INDEXED,ARROW",
    "INDEXED,INDEXED",
  })
  void rowsChangeAndAreLookedUp(String kvFormat, String logFormat) throws Exception {
    Table table =
        create(
            table()
                .property("table.kv.format", kvFormat)
                .property("table.log.format", logFormat)
                .build());
    UpsertWriter writer = table.newUpsert().createWriter();
    writer.upsert(Tables.row(1, 10, "x")).get();
    assertThat(lookup(table, 1)).isEqualTo("1,10,x");
    writer.upsert(Tables.row(1, null, "y")).get();
    assertThat(lookup(table, 1)).isEqualTo("1,null,y");
    assertThat(lookup(table, 2)).isNull();
    writer.delete(Tables.row(2, null, null)).get();
    writer.delete(Tables.row(1, null, null)).get();
    assertThat(lookup(table, 1)).isNull();
    assertThat(table.newLookup().createLookuper().lookup(Tables.row(1)).get().getRowList())
        .isEmpty();
    assertThat(changelog(table, 4))
        .as("the delete of a missing row takes offset 3")
        .containsExactly("0+I 1,10,x", "1-U 1,10,x", "2+U 1,null,y", "4-D 1,null,y");
  }

  @Test
  void walImagesHaveNoOldRows() throws Exception {
    Table table = create(table().property("table.changelog.image", "WAL").build());
    UpsertWriter writer = table.newUpsert().createWriter();
    writer.upsert(Tables.row(1, 10, "x")).get();
    writer.upsert(Tables.row(1, 11, "y")).get();
    writer.delete(Tables.row(1, null, null)).get();
    assertThat(changelog(table, 3)).containsExactly("0+U 1,10,x", "1+U 1,11,y", "2-D 1,11,y");
  }

  @Test
  void partialUpdatesKeepTheOtherColumns() throws Exception {
    Table table = create(table().build());
    UpsertWriter a = table.newUpsert().partialUpdate("id", "a").createWriter();
    UpsertWriter b = table.newUpsert().partialUpdate("id", "b").createWriter();
    UpsertWriter all = table.newUpsert().createWriter();
    a.upsert(Tables.row(1, 10, "not written")).get();
    assertThat(lookup(table, 1)).isEqualTo("1,10,null");
    b.upsert(Tables.row(1, 99, "x")).get();
    assertThat(lookup(table, 1)).isEqualTo("1,10,x");
    a.delete(Tables.row(1, null, null)).get();
    assertThat(lookup(table, 1)).isEqualTo("1,null,x");
    b.delete(Tables.row(1, null, null)).get();
    assertThat(lookup(table, 1)).as("nothing is left of it").isNull();

    // Batches of different columns are on their way at the same time.
    List<CompletableFuture<?>> futures = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      futures.add(all.upsert(Tables.row(i, i, "x")));
      futures.add(b.upsert(Tables.row(i, null, "y" + i)));
      futures.add(a.upsert(Tables.row(i, -i, null)));
    }
    all.flush();
    for (CompletableFuture<?> future : futures) {
      future.get();
    }
    for (int i = 0; i < 300; i += 50) {
      assertThat(lookup(table, i)).isEqualTo(i + "," + -i + ",y" + i);
    }
  }

  @Test
  void prefixesFindAllTheirRows() throws Exception {
    Table table = create(Tables.keyed(3));
    UpsertWriter writer = table.newUpsert().createWriter();
    for (int id = 0; id < 20; id++) {
      for (int k = 0; k < id; k++) {
        writer.upsert(Tables.row(id, k, "n"));
      }
    }
    writer.flush();
    Lookuper lookuper = table.newLookup().lookupBy("id").createLookuper();
    for (int id = 0; id < 20; id++) {
      int wanted = id;
      assertThat(lookuper.lookup(Tables.row(id)).get().getRowList())
          .hasSize(id)
          .allMatch(row -> row.getInt(0) == wanted);
    }
  }

  @Test
  void lookupsMayInsert() throws Exception {
    Table table = create(table().build());
    Lookuper lookuper = table.newLookup().enableInsertIfNotExists().createLookuper();
    assertThat(text(lookuper.lookup(Tables.row(7)).get().getSingletonRow()))
        .isEqualTo("7,null,null");
    assertThat(lookup(table, 7)).isEqualTo("7,null,null");
    table.newUpsert().createWriter().upsert(Tables.row(8, 1, "kept")).get();
    assertThat(text(lookuper.lookup(Tables.row(8)).get().getSingletonRow())).isEqualTo("8,1,kept");
    List<CompletableFuture<LookupResult>> found = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Connection other = connection(cluster.bootstrapServers());
      found.add(
          other
              .getTable(path)
              .newLookup()
              .enableInsertIfNotExists()
              .createLookuper()
              .lookup(Tables.row(9)));
    }
    for (CompletableFuture<LookupResult> one : found) {
      assertThat(text(one.get().getSingletonRow())).isEqualTo("9,null,null");
    }
    assertThat(readAll(table, 3))
        .allMatch(record -> record.getChangeType().shortString().equals("+I"));
  }

  @Test
  void limitScansAndRowCounts() throws Exception {
    Table table = create(table().build());
    UpsertWriter writer = table.newUpsert().createWriter();
    for (int i = 0; i < 100; i++) {
      writer.upsert(Tables.row(i, i, "n" + i));
    }
    for (int i = 90; i < 100; i++) {
      writer.delete(Tables.row(i, null, null));
    }
    writer.upsert(Tables.row(1, 5, "again"));
    writer.flush();
    TableBucket bucket = new TableBucket(table.getTableInfo().getTableId(), 0);
    List<InternalRow> rows =
        BatchScanUtils.collectRows(
            table.newScan().project(new int[] {2, 0}).limit(10).createBatchScanner(bucket));
    assertThat(rows).hasSize(10);
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row.getString(0).toString())
                    .isEqualTo(row.getInt(1) == 1 ? "again" : "n" + row.getInt(1)));
    assertThat(BatchScanUtils.collectRows(table.newScan().limit(1000).createBatchScanner(bucket)))
        .hasSize(90);
    assertThat(admin.getTableStats(path).get().getRowCount()).isEqualTo(90);
  }

  @Test
  void columnsAreAddedUnderStoredRows() throws Exception {
    Table old = create(table().build());
    UpsertWriter oldWriter = old.newUpsert().createWriter();
    oldWriter.upsert(Tables.row(1, 10, "x")).get();
    admin
        .alterTable(
            path,
            List.of(
                TableChange.addColumn(
                    "c", DataTypes.INT(), null, TableChange.ColumnPosition.last())),
            false)
        .get();
    Table fresh = connection.getTable(path);
    assertThat(lookup(fresh, 1)).isEqualTo("1,10,x,null");
    fresh.newUpsert().createWriter().upsert(Tables.row(2, 20, "y", 200)).get();
    assertThat(lookup(fresh, 2)).isEqualTo("2,20,y,200");
    assertThat(lookup(old, 2)).isEqualTo("2,20,y");
    oldWriter.upsert(Tables.row(2, 21, "old client")).get();
    assertThat(lookup(fresh, 2)).isEqualTo("2,21,old client,null");
    fresh.newUpsert().partialUpdate("id", "c").createWriter().upsert(Tables.row(1, 0, "", 7)).get();
    assertThat(lookup(fresh, 1)).isEqualTo("1,10,x,7");
    assertThat(changelog(fresh, 6))
        .containsExactly(
            "0+I 1,10,x,null",
            "1+I 2,20,y,200",
            "2-U 2,20,y,200",
            "3+U 2,21,old client,null",
            "4-U 1,10,x,null",
            "5+U 1,10,x,7");
  }

  /** A row as an object. */
  public static class Item {
    public Integer id;
    public Integer a;
    public String b;

    static Item of(Integer id, Integer a, String b) {
      Item item = new Item();
      item.id = id;
      item.a = a;
      item.b = b;
      return item;
    }
  }

  /** The key alone. */
  public static class Id {
    public Integer id;
  }

  @Test
  void objectsAreRows() throws Exception {
    Table table = create(table().build());
    TypedUpsertWriter<Item> writer = table.newUpsert().createTypedWriter(Item.class);
    writer.upsert(Item.of(1, 10, "x")).get();
    TypedUpsertWriter<Item> partial =
        table.newUpsert().partialUpdate("id", "a").createTypedWriter(Item.class);
    partial.upsert(Item.of(1, 11, "not written")).get();
    assertThat(lookup(table, 1)).isEqualTo("1,11,x");
    Id key = new Id();
    key.id = 1;
    TypedLookuper<Id> lookuper = table.newLookup().createTypedLookuper(Id.class);
    assertThat(text(lookuper.lookup(key).get().getSingletonRow())).isEqualTo("1,11,x");
    writer.delete(Item.of(1, null, null)).get();
    assertThat(lookup(table, 1)).isNull();
    try (TypedLogScanner<Item> scanner =
        table.newScan().project(List.of("b", "id")).createTypedLogScanner(Item.class)) {
      scanner.subscribeFromBeginning(0);
      List<TypedScanRecord<Item>> records = new ArrayList<>();
      while (records.size() < 4) {
        scanner.poll(LONG).forEach(records::add);
      }
      assertThat(records)
          .allSatisfy(
              record -> {
                assertThat(record.getValue().id).isEqualTo(1);
                assertThat(record.getValue().a).as("not projected").isNull();
                assertThat(record.getValue().b).isEqualTo("x");
              });
    }
  }

  @Test
  void partitionsOfKeyedTables() throws Exception {
    Table table = create(Tables.partitioned());
    UpsertWriter writer = table.newUpsert().createWriter();
    for (int i = 0; i < 10; i++) {
      writer.upsert(Tables.row(i, "p" + i % 2));
    }
    writer.flush();
    Lookuper lookuper = table.newLookup().createLookuper();
    assertThat(lookuper.lookup(Tables.row(3, "p1")).get().getRowList()).hasSize(1);
    assertThat(lookuper.lookup(Tables.row(3, "p0")).get().getRowList()).isEmpty();
    assertThat(lookuper.lookup(Tables.row(3, "p9")).get().getRowList()).isEmpty();
    writer.delete(Tables.row(3, "p1")).get();
    assertThat(lookuper.lookup(Tables.row(3, "p1")).get().getRowList()).isEmpty();
    assertThat(admin.listPartitionInfos(path).get()).hasSize(2);
    assertThat(admin.getTableStats(path).get().getRowCount()).isEqualTo(9);
  }

  @Test
  void bucketsWithoutASnapshotAreListed() throws Exception {
    Table table = create(Tables.keyed(3));
    KvSnapshots snapshots = admin.getLatestKvSnapshots(path).get();
    assertThat(snapshots.getTableId()).isEqualTo(table.getTableInfo().getTableId());
    assertThat(snapshots.getBucketIds()).containsExactlyInAnyOrder(0, 1, 2);
    for (int bucket = 0; bucket < 3; bucket++) {
      assertThat(snapshots.getSnapshotId(bucket)).isEmpty();
    }
  }

  @Test
  void manyLookupsAtOnce() throws Exception {
    Table table = create(Tables.keyed(3));
    UpsertWriter writer = table.newUpsert().createWriter();
    for (int i = 0; i < 1000; i++) {
      writer.upsert(Tables.row(i, 0, "n" + i));
    }
    writer.flush();
    Lookuper lookuper = table.newLookup().createLookuper();
    List<CompletableFuture<LookupResult>> found = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      found.add(lookuper.lookup(Tables.row(i % 2000, 0)));
    }
    for (int i = 0; i < 10_000; i++) {
      InternalRow row = found.get(i).get().getSingletonRow();
      int id = i % 2000;
      if (id < 1000) {
        assertThat(row.getString(2)).hasToString("n" + id);
      } else {
        assertThat(row).isNull();
      }
    }
  }

  @Test
  void offsetsOfAProducerAreKeptOnce() throws Exception {
    Table table = create(table().build());
    TableBucket bucket = new TableBucket(table.getTableInfo().getTableId(), 0);
    assertThat(admin.registerProducerOffsets("producer", Map.of(bucket, 5L)).get().name())
        .isEqualTo("CREATED");
    assertThat(admin.registerProducerOffsets("producer", Map.of(bucket, 6L)).get().name())
        .isEqualTo("ALREADY_EXISTS");
    assertThat(
            admin.getProducerOffsets("producer").get().getTableOffsets().get(bucket.getTableId()))
        .containsExactly(Map.entry(bucket, 5L));
    admin.deleteProducerOffsets("producer").get();
    assertThat(admin.getProducerOffsets("producer").get()).isNull();
  }

  @Test
  void anAutoIncrementColumnIsFilled() throws Exception {
    Table table =
        create(
            TableDescriptor.builder()
                .schema(
                    Schema.newBuilder()
                        .column("id", DataTypes.INT())
                        .column("seq", DataTypes.INT())
                        .column("b", DataTypes.STRING())
                        .primaryKey("id")
                        .enableAutoIncrement("seq")
                        .build())
                .distributedBy(1)
                .build());
    assertThatThrownBy(() -> table.newUpsert().createWriter())
        .isInstanceOf(IllegalArgumentException.class);
    UpsertWriter writer = table.newUpsert().partialUpdate("id", "b").createWriter();
    for (int i = 0; i < 3; i++) {
      writer.upsert(Tables.row(10 + i, null, "x")).get();
    }
    writer.upsert(Tables.row(11, null, "y")).get();
    assertThat(lookup(table, 10)).isEqualTo("10,1,x");
    assertThat(lookup(table, 11)).isEqualTo("11,2,y");
    assertThat(lookup(table, 12)).isEqualTo("12,3,x");
    assertThat(
            text(
                table
                    .newLookup()
                    .enableInsertIfNotExists()
                    .createLookuper()
                    .lookup(Tables.row(13))
                    .get()
                    .getSingletonRow()))
        .isEqualTo("13,4,null");
  }
}
