// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.batch.BatchScanUtils;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.ScanRecords;
import org.apache.fluss.client.table.writer.AppendWriter;
import org.apache.fluss.client.testutils.ClusterTests;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.exception.DatabaseNotEmptyException;
import org.apache.fluss.exception.InvalidAlterTableException;
import org.apache.fluss.exception.InvalidPartitionException;
import org.apache.fluss.exception.InvalidReplicationFactorException;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.PartitionInfo;
import org.apache.fluss.metadata.PartitionSpec;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericArray;
import org.apache.fluss.row.GenericMap;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client and log tables of real servers, over the network. */
class LogTableClusterTest extends ClusterTests {
  @Test
  void anyServerLeadsToTheCluster() throws Exception {
    String tabletServer = cluster.bootstrapServers().split(",")[0];
    for (String bootstrap :
        List.of("localhost:1," + tabletServer, tabletServer, cluster.coordinatorAddress())) {
      Admin through = connection(bootstrap).getAdmin();
      through.createDatabase("other", DatabaseDescriptor.EMPTY, false).get();
      assertThat(through.databaseExists("other").get()).isTrue();
      through.dropDatabase("other", false, false).get();
    }
    List<ServerNode> servers = admin.getServerNodes().get();
    assertThat(servers).hasSize(3);
    assertThat(servers.get(0).serverType()).isEqualTo(ServerType.COORDINATOR);
    assertThatThrownBy(() -> connection("localhost:1"))
        .as("nobody there")
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void oneFlushIsForAllWritersOfAConnection() throws Exception {
    Table table = create(Tables.log(2));
    AppendWriter idle = table.newAppend().createWriter();
    idle.flush();
    List<CompletableFuture<?>> futures = new ArrayList<>();
    List<CompletableFuture<List<CompletableFuture<?>>>> threads = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      int first = 1000 * t;
      threads.add(
          CompletableFuture.supplyAsync(
              () -> {
                AppendWriter writer = connection.getTable(path).newAppend().createWriter();
                List<CompletableFuture<?>> mine = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                  mine.add(writer.append(Tables.row(first + i, "n")));
                }
                return mine;
              }));
    }
    for (CompletableFuture<List<CompletableFuture<?>>> thread : threads) {
      futures.addAll(thread.get());
    }
    idle.flush();
    assertThat(futures).hasSize(1000).allSatisfy(future -> assertThat(future).isCompleted());
    idle.flush();
    Set<Integer> ids = new HashSet<>();
    readAll(table, 1000).forEach(record -> ids.add(record.getRow().getInt(0)));
    assertThat(ids).hasSize(1000);
  }

  private static TableDescriptor layout(String layout) {
    TableDescriptor.Builder table =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("names", DataTypes.ARRAY(DataTypes.STRING()))
                    .column("counts", DataTypes.MAP(DataTypes.STRING(), DataTypes.BIGINT()))
                    .column("part", DataTypes.ROW(DataTypes.INT(), DataTypes.STRING()))
                    .build())
            .distributedBy(3);
    if (layout.equals("INDEXED") || layout.equals("COMPACTED")) {
      table.logFormat(LogFormat.valueOf(layout));
    } else {
      table.property("table.log.arrow.compression.type", layout);
    }
    return table.build();
  }

  private static GenericRow nested(int id) {
    return GenericRow.of(
        id,
        id % 5 == 0
            ? null
            : new GenericArray(new Object[] {BinaryString.fromString("a" + id), null}),
        GenericMap.of(BinaryString.fromString("k" + id), (long) id),
        id % 7 == 0 ? null : GenericRow.of(id, BinaryString.fromString("x" + id)));
  }

  private static void assertNested(InternalRow row, int id, int names, int counts, int part) {
    assertThat(row.isNullAt(names)).isEqualTo(id % 5 == 0);
    if (id % 5 != 0) {
      assertThat(row.getArray(names).getString(0)).hasToString("a" + id);
      assertThat(row.getArray(names).isNullAt(1)).isTrue();
    }
    assertThat(row.getMap(counts).valueArray().getLong(0)).isEqualTo(id);
    if (part >= 0) {
      assertThat(row.isNullAt(part)).isEqualTo(id % 7 == 0);
      if (id % 7 != 0) {
        assertThat(row.getRow(part, 2).getString(1)).hasToString("x" + id);
      }
    }
  }

  /** Rows are looked at after all polls, and with another choice and order of columns. */
  @ParameterizedTest
  @ValueSource(strings = {"NONE", "LZ4_FRAME", "ZSTD", "INDEXED", "COMPACTED"})
  void rowsOfEveryLayout(String layout) throws Exception {
    Table table = create(layout(layout));
    AppendWriter writer = table.newAppend().createWriter();
    int count = 1000;
    for (int id = 0; id < count; id++) {
      writer.append(nested(id));
      if (id % 90 == 0) {
        writer.flush();
      }
    }
    writer.flush();
    Map<Integer, Long> next = new HashMap<>();
    Set<Integer> ids = new HashSet<>();
    List<InternalRow> rows = new ArrayList<>();
    try (LogScanner scanner = table.newScan().createLogScanner()) {
      for (int bucket = 0; bucket < 3; bucket++) {
        scanner.subscribeFromBeginning(bucket);
      }
      while (rows.size() < count) {
        ScanRecords records = scanner.poll(LONG);
        assertThat(records.isEmpty()).isFalse();
        for (TableBucket bucket : records.buckets()) {
          for (ScanRecord record : records.records(bucket)) {
            assertThat(record.logOffset())
                .isEqualTo(next.merge(bucket.getBucket(), 1L, Long::sum) - 1);
            rows.add(record.getRow());
          }
        }
      }
    }
    for (InternalRow row : rows) {
      assertThat(ids.add(row.getInt(0))).isTrue();
      assertNested(row, row.getInt(0), 1, 2, 3);
    }
    assertThat(ids).hasSize(count);

    try (LogScanner scanner = table.newScan().project(new int[] {2, 0, 1}).createLogScanner()) {
      for (int bucket = 0; bucket < 3; bucket++) {
        scanner.subscribeFromBeginning(bucket);
      }
      for (ScanRecord record : read(scanner, count)) {
        assertThat(record.getRow().getFieldCount()).isEqualTo(3);
        assertNested(record.getRow(), record.getRow().getInt(1), 2, 0, -1);
      }
    }
  }

  @Test
  void limitScansGiveTheLastRows() throws Exception {
    Table table = create(Tables.log(1));
    AppendWriter writer = table.newAppend().createWriter();
    for (int i = 0; i < 100; i++) {
      writer.append(Tables.row(i, "n" + i));
    }
    writer.flush();
    TableBucket bucket = new TableBucket(table.getTableInfo().getTableId(), 0);
    List<InternalRow> rows =
        BatchScanUtils.collectRows(
            table.newScan().project(new int[] {1}).limit(10).createBatchScanner(bucket));
    assertThat(rows)
        .extracting(row -> row.getString(0).toString())
        .isEqualTo(IntStream.range(90, 100).mapToObj(i -> "n" + i).collect(Collectors.toList()));
    assertThat(rows.get(0).getFieldCount()).isEqualTo(1);
    assertThat(admin.getTableStats(path).get().getRowCount()).isEqualTo(100);
  }

  private static TableDescriptor days() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("day", DataTypes.STRING())
                .column("hour", DataTypes.STRING())
                .build())
        .partitionedBy("day", "hour")
        .distributedBy(1)
        .build();
  }

  private static PartitionSpec spec(String... values) {
    Map<String, String> spec = new HashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      spec.put(values[i], values[i + 1]);
    }
    return new PartitionSpec(spec);
  }

  @Test
  void partitionsAreCreatedByWritingListedAndDropped() throws Exception {
    Table table = create(days());
    List<CompletableFuture<?>> futures = new ArrayList<>();
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      List<CompletableFuture<?>> mine = new ArrayList<>();
      threads.add(
          CompletableFuture.runAsync(
              () -> {
                AppendWriter writer = connection.getTable(path).newAppend().createWriter();
                for (int i = 0; i < 50; i++) {
                  mine.add(writer.append(Tables.row(i, "d" + i % 2, "h")));
                }
                writer.flush();
              }));
      threads.get(t).whenComplete((done, failure) -> futures.addAll(mine));
    }
    for (CompletableFuture<Void> thread : threads) {
      thread.get();
    }
    List<PartitionInfo> partitions = admin.listPartitionInfos(path).get();
    assertThat(partitions)
        .extracting(PartitionInfo::getPartitionName)
        .containsExactlyInAnyOrder("d0$h", "d1$h");
    assertThat(admin.listPartitionInfos(path, spec("day", "d1")).get())
        .extracting(PartitionInfo::getPartitionName)
        .containsExactly("d1$h");
    assertThat(failure(admin.listPartitionInfos(path, spec("year", "1"))))
        .isInstanceOf(InvalidPartitionException.class);
    assertThatThrownBy(
            () -> admin.listOffsets(path, "d9$h", List.of(0), new OffsetSpec.LatestSpec()))
        .isInstanceOf(PartitionNotExistException.class);

    try (LogScanner scanner = table.newScan().createLogScanner()) {
      assertThatThrownBy(() -> scanner.subscribe(0, 0)).isInstanceOf(IllegalStateException.class);
      for (PartitionInfo partition : partitions) {
        scanner.subscribeFromBeginning(partition.getPartitionId(), 0);
      }
      read(scanner, 200);
      admin.dropPartition(path, spec("day", "d0", "hour", "h"), false).get();
      AppendWriter writer = connection.getTable(path).newAppend().createWriter();
      for (int i = 0; i < 3; i++) {
        writer.append(Tables.row(i, "d1", "h")).get();
        assertThat(read(scanner, 1).get(0).getRow().getInt(0)).isEqualTo(i);
      }
    }
  }

  @Test
  void columnsAreAddedUnderOldWritersAndReaders() throws Exception {
    Table old = create(Tables.log(1));
    AppendWriter oldWriter = old.newAppend().createWriter();
    oldWriter.append(Tables.row(1, "old")).get();
    int schemaId = admin.getTableSchema(path).get().getSchemaId();
    alter(TableChange.ColumnPosition.last(), "extra").get();
    assertThat(admin.getTableSchema(path).get().getSchemaId()).isEqualTo(schemaId + 1);
    assertThat(failure(alter(TableChange.ColumnPosition.last(), "extra")))
        .isInstanceOf(InvalidAlterTableException.class);
    oldWriter.append(Tables.row(2, "old")).get();
    Table fresh = connection.getTable(path);
    fresh.newAppend().createWriter().append(Tables.row(3, "new", 7)).get();

    List<ScanRecord> records = readAll(fresh, 3);
    assertThat(records.get(0).getRow().isNullAt(2)).isTrue();
    assertThat(records.get(1).getRow().isNullAt(2)).isTrue();
    assertThat(records.get(2).getRow().getInt(2)).isEqualTo(7);
    assertThat(readAll(old, 3)).allMatch(record -> record.getRow().getFieldCount() == 2);
    try (LogScanner scanner = fresh.newScan().project(new int[] {2}).createLogScanner()) {
      scanner.subscribeFromBeginning(0);
      List<ScanRecord> projected = read(scanner, 3);
      assertThat(projected.get(0).getRow().isNullAt(0)).isTrue();
      assertThat(projected.get(2).getRow().getInt(0)).isEqualTo(7);
    }
    for (TableChange change :
        Arrays.asList(
            TableChange.dropColumn("name"),
            TableChange.renameColumn("name", "title"),
            TableChange.modifyColumn("name", DataTypes.BYTES(), null, null))) {
      assertThat(failure(admin.alterTable(path, List.of(change), false)))
          .isInstanceOf(InvalidAlterTableException.class);
    }
    for (TableChange.ColumnPosition position :
        Arrays.asList(TableChange.ColumnPosition.first(), TableChange.ColumnPosition.after("id"))) {
      assertThatThrownBy(() -> alter(position, "more"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private CompletableFuture<Void> alter(TableChange.ColumnPosition position, String column) {
    return admin.alterTable(
        path, List.of(TableChange.addColumn(column, DataTypes.INT(), null, position)), false);
  }

  @Test
  void definitionsAreChecked() {
    create(Tables.log(1));
    assertThat(failure(admin.createTable(path, Tables.log(1), false)))
        .isInstanceOf(TableAlreadyExistException.class);
    admin.createTable(path, Tables.log(1), true).join();
    assertThat(failure(admin.dropDatabase(DATABASE, false, false)))
        .isInstanceOf(DatabaseNotEmptyException.class);
    assertThat(
            failure(
                admin.createTable(
                    TablePath.of(DATABASE, "toomany"),
                    Tables.log(1).withReplicationFactor(9),
                    false)))
        .isInstanceOf(InvalidReplicationFactorException.class);
  }

  @Test
  void offsetsOfABucket() throws Exception {
    Table table = create(Tables.log(2));
    AppendWriter writer = table.newAppend().createWriter();
    for (int i = 0; i < 10; i++) {
      writer.append(Tables.row(i, "x")).get();
    }
    Collection<Integer> buckets = List.of(0, 1);
    assertThat(offsets(buckets, new OffsetSpec.EarliestSpec())).containsOnly(0L);
    assertThat(
            offsets(buckets, new OffsetSpec.LatestSpec()).stream().mapToLong(Long::longValue).sum())
        .isEqualTo(10);
    assertThat(offsets(buckets, new OffsetSpec.TimestampSpec(0))).containsOnly(0L);
  }

  private Collection<Long> offsets(Collection<Integer> buckets, OffsetSpec spec) throws Exception {
    return admin.listOffsets(path, buckets, spec).all().get().values();
  }

  @Test
  void connectionsOfOneProcessAreIndependent() throws Exception {
    Table table = create(Tables.log(1));
    Connection other = connection(cluster.bootstrapServers());
    AppendWriter writer = other.getTable(path).newAppend().createWriter();
    AppendWriter staying = table.newAppend().createWriter();
    CompletableFuture<?> last = writer.append(Tables.row(1, "closing"));
    other.close();
    assertThat(last).isCompleted();
    assertThatThrownBy(() -> writer.append(Tables.row(2, "late")))
        .hasCauseInstanceOf(IllegalStateException.class);
    staying.append(Tables.row(3, "staying")).get();
    assertThat(readAll(table, 2)).extracting(record -> record.getRow().getInt(0)).contains(1, 3);
  }

  /** All acknowledged, each once, although the server of half of them crashed and came back. */
  @Test
  void writesOutliveACrash() throws Exception {
    Table table = create(Tables.log(2));
    AppendWriter writer = table.newAppend().createWriter();
    List<CompletableFuture<?>> futures = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      if (i == 1000) {
        cluster.crash(1);
      } else if (i == 2000) {
        cluster.startTabletServer(1);
      }
      futures.add(writer.append(Tables.row(i, "n" + i)));
      if (i % 10 == 0) {
        futures.get(i - i % 100).getNow(null);
      }
    }
    writer.flush();
    assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
    Set<Integer> ids = new TreeSet<>();
    readAll(table, 3000).forEach(record -> ids.add(record.getRow().getInt(0)));
    assertThat(ids).hasSize(3000);
  }
}
