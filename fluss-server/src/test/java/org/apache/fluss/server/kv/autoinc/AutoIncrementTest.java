// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.autoinc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.TestingServer;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.exception.SequenceOverflowException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.server.kv.merge.RowMergers;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.CuratorMetadataStore;
import org.apache.fluss.server.zk.InMemoryMetadataStore;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.TableNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.SystemClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AutoIncrementTest {
  private static final TablePath PATH = TablePath.of("db", "t");
  private static final long TABLE_ID = 7;
  private static final int COLUMN = 1;

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> lane = new ArrayDeque<>();
  private final MetadataStore store = new InMemoryMetadataStore(SystemClock.getInstance());

  private static Schema.Builder columns(DataType type) {
    return Schema.newBuilder()
        .column("k", DataTypes.STRING())
        .column("n", type)
        .column("v", DataTypes.STRING())
        .primaryKey("k")
        .enableAutoIncrement("n");
  }

  private static TableInfo table(DataType type, long cacheSize, KvFormat format) {
    return TableInfo.of(
        PATH,
        TABLE_ID,
        1,
        TableDescriptor.builder()
            .schema(columns(type).build())
            .distributedBy(1)
            .property("table.auto-increment.cache-size", String.valueOf(cacheSize))
            .property("table.kv.format", format.name())
            .build(),
        0,
        0);
  }

  private static void create(MetadataStore store, TableInfo table) {
    store.ensure(TableNode.parent("db"));
    store.transact(
        List.of(
            NodeOp.create(
                TableNode.path(PATH),
                TableNode.of(TABLE_ID, table.toTableDescriptor(), 0).encode())));
  }

  private AutoIncrement bucket(TableInfo table) {
    return AutoIncrement.of(
        table,
        id -> table.getSchema(),
        new CounterSegments(store, background::add, PATH, TABLE_ID, COLUMN),
        lane::add);
  }

  private TableInfo bigint(long cacheSize) {
    TableInfo table = table(DataTypes.BIGINT(), cacheSize, KvFormat.COMPACTED);
    create(store, table);
    return table;
  }

  private void runAll() {
    while (!background.isEmpty() || !lane.isEmpty()) {
      (background.isEmpty() ? lane : background).remove().run();
    }
  }

  private static byte[] value(TableInfo table) {
    RowEncoder encoder =
        RowEncoder.create(
            table.getTableConfig().getKvFormat(), columns(DataTypes.INT()).build().getRowType());
    encoder.startNewRow();
    encoder.encodeField(0, BinaryString.fromString("key"));
    encoder.encodeField(1, null);
    encoder.encodeField(2, BinaryString.fromString("val"));
    return StoredValue.encode((short) 1, encoder.finishRow());
  }

  private static InternalRow row(TableInfo table, byte[] value) {
    return StoredValue.row(
        value,
        RowDecoder.create(
            table.getTableConfig().getKvFormat(),
            table.getRowType().getFieldTypes().toArray(new DataType[0])));
  }

  private static long assign(AutoIncrement bucket, TableInfo table) {
    InternalRow row = row(table, bucket.assign(value(table), 1));
    return table.getRowType().getTypeAt(1).equals(DataTypes.INT()) ? row.getInt(1) : row.getLong(1);
  }

  private long give(AutoIncrement bucket, TableInfo table) {
    CompletableFuture<Void> ready = bucket.ready(1);
    runAll();
    assertThat(ready).isCompleted();
    return assign(bucket, table);
  }

  @ParameterizedTest
  @EnumSource(value = KvFormat.class)
  void valuesCountUpAndTheOtherColumnsStay(KvFormat format) {
    TableInfo table = table(DataTypes.INT(), 10, format);
    create(store, table);
    AutoIncrement bucket = bucket(table);
    assertThat(bucket.ranges()).isEmpty();
    bucket.ready(3);
    runAll();
    for (int i = 1; i <= 3; i++) {
      InternalRow row = row(table, bucket.assign(value(table), 1));
      assertThat(row.getInt(1)).isEqualTo(i);
      assertThat(row.getString(0)).hasToString("key");
      assertThat(row.getString(2)).hasToString("val");
    }
    String path = CounterNode.autoIncrement(PATH, COLUMN).path();
    assertThat(path).isEqualTo("/metadata/databases/db/tables/t/auto_inc/col_1");
    assertThat(Vectors.hex(store.get(path).orElseThrow().data())).isEqualTo("000000000000000a");
    assertThat(bucket.ranges()).containsExactly(new AutoIncrementRange(COLUMN, 4, 10));
  }

  @Test
  void aColumnThatMayNotBeNullIsFilledToo() {
    TableInfo table = bigintNotNull();
    RowMergers mergers = new RowMergers(table.getTableConfig(), id -> table.getSchema());
    byte[] merged = mergers.of(1, new int[] {0, 2}, MergeMode.DEFAULT).merge(null, value(table));
    AutoIncrement bucket = bucket(table);
    bucket.ready(1);
    runAll();
    InternalRow row = row(table, bucket.assign(merged, 1));
    assertThat(row.getLong(1)).isEqualTo(1);
    assertThat(row.getString(2)).hasToString("val");
  }

  private TableInfo bigintNotNull() {
    TableInfo table = table(DataTypes.BIGINT().copy(false), 10, KvFormat.COMPACTED);
    create(store, table);
    return table;
  }

  @Test
  void aTableWithoutTheColumnHasNoValues() {
    TableInfo table =
        TableInfo.of(
            PATH,
            1,
            1,
            TableDescriptor.builder()
                .schema(Schema.newBuilder().column("k", DataTypes.INT()).primaryKey("k").build())
                .distributedBy(1)
                .build(),
            0,
            0);
    assertThat(AutoIncrement.of(table, id -> null, count -> null, lane::add)).isNull();
  }

  @Test
  void valuesAreFetchedBeforeTheyAreNeeded() {
    TableInfo table = bigint(100);
    AutoIncrement bucket = bucket(table);
    bucket.ready(1);
    runAll();
    for (int i = 0; i < 89; i++) {
      assertThat(bucket.ready(1)).isCompleted();
      assign(bucket, table);
    }
    assertThat(background).isEmpty();
    for (int i = 0; i < 11; i++) {
      assertThat(bucket.ready(1)).isCompleted();
      assign(bucket, table);
    }
    assertThat(background).hasSize(1);
    runAll();
    assertThat(bucket.ready(1)).isCompleted();
    assertThat(assign(bucket, table)).isEqualTo(101);
  }

  @Test
  void batchesThatWaitGoOnInOrder() {
    TableInfo table = bigint(10);
    AutoIncrement bucket = bucket(table);
    List<String> order = new ArrayList<>();
    bucket.ready(25).thenRun(() -> order.add("first " + assign(bucket, table)));
    // Needs no values, but must not overtake.
    bucket.ready(0).thenRun(() -> order.add("second"));
    bucket.ready(30).thenRun(() -> order.add("third " + assign(bucket, table)));
    assertThat(order).isEmpty();
    runAll();
    assertThat(order).containsExactly("first 1", "second", "third 2");
    assertThat(CounterNode.decode(counter())).isEqualTo(40);
  }

  private byte[] counter() {
    return store.get(CounterNode.autoIncrement(PATH, COLUMN).path()).orElseThrow().data();
  }

  @Test
  void whatCannotBeFetchedFailsTheBatchAndIsTriedAgain() {
    TableInfo table = bigint(10);
    Queue<CompletableFuture<Long>> fetches = new ArrayDeque<>();
    AutoIncrement bucket =
        AutoIncrement.of(
            table,
            id -> table.getSchema(),
            count -> {
              CompletableFuture<Long> fetch = new CompletableFuture<>();
              fetches.add(fetch);
              return fetch;
            },
            lane::add);
    CompletableFuture<Void> first = bucket.ready(1);
    CompletableFuture<Void> second = bucket.ready(1);
    fetches.remove().completeExceptionally(new StorageException("gone"));
    assertThat(first).isNotDone();
    runAll();
    for (CompletableFuture<Void> failed : List.of(first, second)) {
      assertThatThrownBy(failed::join).hasCauseInstanceOf(StorageException.class);
    }
    assertThat(fetches).isEmpty();
    CompletableFuture<Void> again = bucket.ready(1);
    fetches.remove().complete(0L);
    runAll();
    assertThat(again).isCompleted();
    assertThat(assign(bucket, table)).isEqualTo(1);
  }

  @Test
  void onlySoManyBatchesWait() {
    AutoIncrement bucket = bucket(bigint(10));
    for (int i = 0; i < AutoIncrement.MAX_WAITING; i++) {
      assertThat(bucket.ready(1)).isNotDone();
    }
    assertThatThrownBy(() -> bucket.ready(1).join()).hasCauseInstanceOf(StorageException.class);
  }

  @Test
  void aBucketThatIsNotLedAnyMoreEndsWhatWaits() {
    AutoIncrement bucket = bucket(bigint(10));
    CompletableFuture<Void> waiting = bucket.ready(1);
    bucket.close();
    assertThatThrownBy(waiting::join).hasCauseInstanceOf(NotLeaderOrFollowerException.class);
    runAll();
    assertThat(bucket.ranges()).isEmpty();
  }

  @Test
  void theLargestIntIsTheLastValue() {
    TableInfo table = table(DataTypes.INT(), 10, KvFormat.COMPACTED);
    create(store, table);
    String path = CounterNode.autoIncrement(PATH, COLUMN).path();
    store.ensure(path.substring(0, path.lastIndexOf('/')));
    store.transact(List.of(NodeOp.create(path, CounterNode.encode(Integer.MAX_VALUE - 7L))));
    AutoIncrement bucket = bucket(table);
    for (int i = 6; i >= 0; i--) {
      assertThat(give(bucket, table)).isEqualTo(Integer.MAX_VALUE - i);
    }
    assertThatThrownBy(() -> give(bucket, table)).isInstanceOf(SequenceOverflowException.class);
    AutoIncrement other = bucket(table);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> give(other, table)).isInstanceOf(SequenceOverflowException.class);
    }
    // One fetch was enough to know.
    assertThat(CounterNode.decode(counter())).isEqualTo(Integer.MAX_VALUE + 13L);
  }

  @Test
  void theLargestLongEndsTheCounter() {
    TableInfo table = bigint(10);
    String path = CounterNode.autoIncrement(PATH, COLUMN).path();
    store.ensure(path.substring(0, path.lastIndexOf('/')));
    store.transact(List.of(NodeOp.create(path, CounterNode.encode(Long.MAX_VALUE - 5))));
    AutoIncrement bucket = bucket(table);
    assertThatThrownBy(() -> give(bucket, table)).isInstanceOf(SequenceOverflowException.class);
    assertThat(CounterNode.decode(counter())).isEqualTo(Long.MAX_VALUE - 5);
  }

  @Test
  void aDroppedTableGetsNoNodesAgain() {
    TableInfo table = bigint(10);
    AutoIncrement bucket = bucket(table);
    store.deleteRecursively(TableNode.path(PATH));
    CompletableFuture<Void> ready = bucket.ready(1);
    runAll();
    assertThatThrownBy(ready::join).hasCauseInstanceOf(UnknownTableOrBucketException.class);
    assertThat(store.get(TableNode.path(PATH))).isEmpty();
    store.transact(
        List.of(
            NodeOp.create(
                TableNode.path(PATH),
                TableNode.of(TABLE_ID + 1, table.toTableDescriptor(), 0).encode())));
    CompletableFuture<Void> again = bucket.ready(1);
    runAll();
    assertThatThrownBy(again::join).hasCauseInstanceOf(UnknownTableOrBucketException.class);
    assertThat(store.children(TableNode.path(PATH))).isEmpty();
  }

  @Test
  void aSnapshotAndTheLogBehindItSayWhereToGoOn() {
    TableInfo table = bigint(10);
    assertThat(restored(table, 4, 10)).isEqualTo(4);
    assertThat(restored(table, 4, 10, 4, 5)).isEqualTo(6);
    // Inserts that the range was cut behind, but the snapshot not.
    assertThat(restored(table, 21, 30, 9, 10)).isEqualTo(21);
    // Later fetches of the bucket, of which the rest is its own.
    assertThat(restored(table, 4, 10, 4, 10, 31)).isEqualTo(32);
    assertThat(restored(table, 4, 10, 31, 39)).isEqualTo(40);
    // Nothing left: what follows may be another bucket's.
    assertThat(CounterNode.decode(counter())).isEqualTo(10);
    assertThat(restored(table, 4, 10, 9, 10)).isEqualTo(11);
    assertThat(restored(table, 4, 10, 40)).isEqualTo(21);
    // Written with another size of fetches, so that nothing is known about the rest.
    assertThat(restored(table, 4, 15, 21)).isEqualTo(31);
  }

  private long restored(TableInfo table, long start, long end, long... inserts) {
    AutoIncrement bucket = bucket(table);
    bucket.restore(List.of(new AutoIncrementRange(COLUMN, start, end)));
    for (long insert : inserts) {
      bucket.replayed(GenericRow.of(null, insert, null));
    }
    return give(bucket, table);
  }

  @Test
  void withoutASnapshotNewValuesAreFetched() {
    TableInfo table = bigint(10);
    assertThat(give(bucket(table), table)).isEqualTo(1);
    AutoIncrement bucket = bucket(table);
    bucket.restore(List.of());
    bucket.replayed(GenericRow.of(null, 1L, null));
    assertThat(give(bucket, table)).isEqualTo(11);
  }

  /** What a bucket leaves behind: inserts in its log, and a snapshot of some time. */
  private static final class Remains {
    private final List<Long> log = new ArrayList<>();
    private List<AutoIncrementRange> ranges = List.of();
    private int flushed;
    private AutoIncrement live;
  }

  @Test
  void noValueIsGivenTwiceWhateverRestarts() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      MetadataStore counters = new InMemoryMetadataStore(SystemClock.getInstance());
      TableInfo table = table(DataTypes.BIGINT(), 1 + random.nextInt(12), KvFormat.COMPACTED);
      create(counters, table);
      Remains[] buckets = new Remains[3];
      Set<Long> given = new HashSet<>();
      for (int step = 0; step < 300; step++) {
        int index = random.nextInt(buckets.length);
        if (buckets[index] == null) {
          buckets[index] = new Remains();
        }
        Remains bucket = buckets[index];
        if (bucket.live == null || random.nextInt(20) == 0) {
          bucket.live =
              AutoIncrement.of(
                  table,
                  id -> table.getSchema(),
                  new CounterSegments(counters, background::add, PATH, TABLE_ID, COLUMN),
                  lane::add);
          bucket.live.restore(bucket.ranges);
          for (long insert : bucket.log.subList(bucket.flushed, bucket.log.size())) {
            bucket.live.replayed(GenericRow.of(null, insert, null));
          }
        }
        if (random.nextInt(15) == 0) {
          // The range is of now, the offset of what the high watermark has passed.
          bucket.ranges = bucket.live.ranges();
          bucket.flushed += random.nextInt(bucket.log.size() - bucket.flushed + 1);
        }
        int inserts = random.nextInt(5);
        bucket.live.ready(inserts);
        runAll();
        for (int i = 0; i < inserts; i++) {
          long id = assign(bucket.live, table);
          assertThat(given.add(id)).as("seed %s gives %s again", seed, id).isTrue();
          assertThat(bucket.log).as("seed %s", seed).allMatch(earlier -> earlier < id);
          bucket.log.add(id);
        }
      }
    }
  }

  @Test
  void bucketsOfManyServersShareOneCounterInZooKeeper() throws Exception {
    int servers = 3;
    int bucketsEach = 4;
    int inserts = 150;
    ExecutorService pool = Executors.newFixedThreadPool(servers * bucketsEach);
    ExecutorService fetching = Executors.newFixedThreadPool(4);
    List<MetadataStore> stores = new ArrayList<>();
    try (TestingServer server = new TestingServer()) {
      Configuration conf = new Configuration();
      conf.setString(ConfigOptions.ZOOKEEPER_ADDRESS.key(), server.getConnectString());
      for (int i = 0; i < servers; i++) {
        stores.add(CuratorMetadataStore.connect(conf));
      }
      TableInfo table = table(DataTypes.BIGINT(), 10, KvFormat.COMPACTED);
      create(stores.get(0), table);
      List<Future<List<Long>>> given = new ArrayList<>();
      for (int i = 0; i < servers * bucketsEach; i++) {
        MetadataStore own = stores.get(i % servers);
        given.add(pool.submit(() -> insert(own, fetching, table, inserts)));
      }
      Set<Long> all = new HashSet<>();
      for (Future<List<Long>> bucket : given) {
        List<Long> ids = bucket.get(60, TimeUnit.SECONDS);
        assertThat(ids).hasSize(inserts).isSorted();
        all.addAll(ids);
      }
      assertThat(all).hasSize(servers * bucketsEach * inserts);
      byte[] counter =
          stores.get(0).get(CounterNode.autoIncrement(PATH, COLUMN).path()).orElseThrow().data();
      assertThat(CounterNode.decode(counter) % 10).isZero();
      assertThat(CounterNode.decode(counter)).isGreaterThanOrEqualTo(all.size());
    } finally {
      pool.shutdownNow();
      fetching.shutdownNow();
      for (MetadataStore each : stores) {
        each.close();
      }
    }
  }

  /** A bucket whose lane is this thread while it waits. */
  private static List<Long> insert(
      MetadataStore store, ExecutorService fetching, TableInfo table, int count)
      throws InterruptedException {
    LinkedBlockingQueue<Runnable> lane = new LinkedBlockingQueue<>();
    AutoIncrement bucket =
        AutoIncrement.of(
            table,
            id -> table.getSchema(),
            new CounterSegments(store, fetching, PATH, TABLE_ID, COLUMN),
            lane::add);
    List<Long> ids = new ArrayList<>();
    while (ids.size() < count) {
      CompletableFuture<Void> ready = bucket.ready(1);
      while (!ready.isDone()) {
        lane.take().run();
      }
      ready.join();
      ids.add(assign(bucket, table));
    }
    return ids;
  }
}
