// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.fluss.compression.ArrowCompressionInfo;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.record.LogRecordBatch;
import org.apache.fluss.record.MemoryLogRecords;
import org.apache.fluss.record.arrow.ArrowLogBatchBuilder;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.CloseableIterator;
import org.apache.fluss.utils.clock.ManualClock;

/** A cluster in memory: logs of batches, and a coordinator that hands out tables as specified. */
final class SimCluster {
  private static final long LEASE_MS = 120_000;
  private static final Schema LOG_SCHEMA =
      Schema.newBuilder().column("v", DataTypes.BIGINT()).build();

  private enum State {
    SCHEDULED,
    PENDING,
    TIERING
  }

  private static final class Table {
    final TableInfo info;
    final Map<TableBucket, List<byte[]>> logs = new HashMap<>();
    final Map<TableBucket, Long> ends = new HashMap<>();
    final Map<TableBucket, TreeMap<Long, Long>> rows = new HashMap<>();
    final Map<TableBucket, KvSnapshot> kvSnapshots = new HashMap<>();
    final List<LakeRegistration> registered = new ArrayList<>();
    Optional<LakeProgress> progressBefore = Optional.empty();
    State state = State.SCHEDULED;
    long epoch;
    long sinceMs;

    Table(TableInfo info) {
      this.info = info;
    }
  }

  private final Random random;
  private final ManualClock clock;
  private final Map<TablePath, Table> tables = new HashMap<>();
  private final Map<String, Map<TableBucket, Long>> offsetFiles = new HashMap<>();
  private final Deque<Table> pending = new ArrayDeque<>();
  private final ArrowLogBatchBuilder builder =
      new ArrowLogBatchBuilder(
          LOG_SCHEMA.getRowType(),
          1,
          ArrowCompressionInfo.NO_COMPRESSION,
          true,
          1 << 20,
          new ArrowCompressionRatioEstimator());
  private int coordinatorEpoch = 1;
  private long nextTableId = 7;
  private long nextValue;
  private long nextFile;
  int rounds;

  /** Rows that come at once from a kv snapshot; some if 0. */
  int snapshotBatch;

  /** Kv snapshots in use, by round. */
  final List<Set<KvSnapshot>> leases = new ArrayList<>();

  /** So many answers about progress come from a server that has not seen the last registration. */
  int laggingAnswers;

  SimCluster(Random random, ManualClock clock) {
    this.random = random;
    this.clock = clock;
  }

  // ---- the world's side

  TableInfo create(String name, int buckets, String freshness, boolean primaryKey) {
    TablePath path = TablePath.of("db", name);
    Schema.Builder schema = Schema.newBuilder().column("v", DataTypes.BIGINT().copy(!primaryKey));
    if (primaryKey) {
      schema.primaryKey("v");
    }
    TableDescriptor descriptor =
        TableDescriptor.builder()
            .schema(schema.build())
            .distributedBy(buckets)
            .logFormat(LogFormat.ARROW)
            .property("table.datalake.enabled", "true")
            .property("table.datalake.freshness", freshness)
            .build();
    Table table = new Table(TableInfo.of(path, nextTableId++, 1, descriptor, 0, 0));
    table.sinceMs = clock.milliseconds();
    for (int i = 0; i < buckets; i++) {
      TableBucket bucket = new TableBucket(table.info.getTableId(), i);
      table.logs.put(bucket, new ArrayList<>());
      table.ends.put(bucket, 0L);
      table.rows.put(bucket, new TreeMap<>());
    }
    tables.put(path, table);
    return table.info;
  }

  /** Appends a batch; one without rows takes an offset, too. */
  void append(TableInfo info, int bucketId, int rowCount) {
    Table table = tables.get(info.getTablePath());
    TableBucket bucket = new TableBucket(info.getTableId(), bucketId);
    long base = table.ends.get(bucket);
    ByteBuffer batch;
    if (rowCount == 0) {
      batch = ByteBuffer.allocate(LogBatchHeader.V0_HEADER_SIZE);
      LogBatchHeader.write(batch, 0, (byte) 0, batch.capacity(), 1, true, -1, -1, 0);
    } else {
      for (int i = 0; i < rowCount; i++) {
        table.rows.get(bucket).put(base + i, nextValue);
        builder.append(ChangeType.APPEND_ONLY, GenericRow.of(nextValue++));
      }
      batch = builder.seal(LogBatchHeader.NO_WRITER_ID, LogBatchHeader.NO_BATCH_SEQUENCE);
    }
    LogBatchHeader.stamp(batch, 0, base, clock.milliseconds());
    table.logs.get(bucket).add(Arrays.copyOf(batch.array(), batch.limit()));
    table.ends.put(bucket, LogBatchHeader.nextOffset(batch, 0));
    if (rowCount > 0) {
      builder.reset();
    }
  }

  /** A snapshot of a bucket's rows up to now, one key a row. */
  void snapshot(TableInfo info, int bucketId) {
    Table table = tables.get(info.getTablePath());
    TableBucket bucket = new TableBucket(info.getTableId(), bucketId);
    long end = table.ends.get(bucket);
    table.kvSnapshots.put(bucket, new KvSnapshot(end + 1000, end));
  }

  Map<TableBucket, TreeMap<Long, Long>> rows(TableInfo info) {
    Map<TableBucket, TreeMap<Long, Long>> rows = new HashMap<>();
    tables
        .get(info.getTablePath())
        .rows
        .forEach(
            (bucket, values) -> {
              if (!values.isEmpty()) {
                rows.put(bucket, values);
              }
            });
    return rows;
  }

  List<LakeRegistration> registered(TableInfo info) {
    return tables.get(info.getTablePath()).registered;
  }

  Map<TableBucket, Long> tieredOffsets(TableInfo info) {
    Table table = tables.get(info.getTablePath());
    return table.registered.isEmpty() ? Map.of() : offsetFiles.get(last(table).tieredOffsetsPath());
  }

  /** The table is dropped and made anew under its name. */
  TableInfo recreate(TableInfo info) {
    tables.remove(info.getTablePath());
    return create(
        info.getTablePath().getTableName(),
        info.getNumBuckets(),
        info.getProperties().toMap().get("table.datalake.freshness"),
        false);
  }

  /** A new coordinator: leases are gone; epochs of tables are persisted by ours only. */
  void restartCoordinator(boolean keepsEpochs) {
    coordinatorEpoch++;
    pending.clear();
    for (Table table : tables.values()) {
      table.state = State.SCHEDULED;
      table.sinceMs = clock.milliseconds();
      if (!keepsEpochs) {
        table.epoch = 0;
      }
    }
  }

  // ---- the coordinator

  private void tick() {
    long now = clock.milliseconds();
    for (Table table : tables.values()) {
      long freshnessMs = table.info.getTableConfig().getDataLakeFreshness().toMillis();
      if (table.state == State.SCHEDULED && now - table.sinceMs >= freshnessMs
          || table.state == State.TIERING && now - table.sinceMs >= LEASE_MS) {
        queue(table);
      }
    }
  }

  private void queue(Table table) {
    table.state = State.PENDING;
    table.epoch++;
    pending.add(table);
  }

  private Table leased(Lease lease, int epoch) {
    Table table = tables.get(lease.path());
    return epoch == coordinatorEpoch
            && table != null
            && table.info.getTableId() == lease.tableId()
            && table.state == State.TIERING
            && table.epoch == lease.epoch()
        ? table
        : null;
  }

  private Heartbeat.Answer heartbeat(Heartbeat heartbeat) {
    tick();
    for (Lease lease : heartbeat.failed()) {
      Table table = leased(lease, heartbeat.coordinatorEpoch());
      if (table != null) {
        queue(table);
      }
    }
    Map<Long, String> lost = new HashMap<>();
    for (Lease lease : heartbeat.tiering()) {
      Table table = leased(lease, heartbeat.coordinatorEpoch());
      if (table == null) {
        lost.put(lease.tableId(), "not yours");
      } else {
        table.sinceMs = clock.milliseconds();
      }
    }
    for (Lease lease : heartbeat.finished()) {
      Table table = leased(lease, heartbeat.coordinatorEpoch());
      if (table != null) {
        table.state = State.SCHEDULED;
        table.sinceMs = clock.milliseconds();
      }
    }
    Lease offered = null;
    while (heartbeat.requestsTable() && offered == null && !pending.isEmpty()) {
      Table table = pending.poll();
      if (tables.get(table.info.getTablePath()) == table) {
        table.state = State.TIERING;
        table.sinceMs = clock.milliseconds();
        offered = new Lease(table.info.getTableId(), table.info.getTablePath(), table.epoch);
      }
    }
    return new Heartbeat.Answer(coordinatorEpoch, offered, lost);
  }

  private static LakeRegistration last(Table table) {
    return table.registered.get(table.registered.size() - 1);
  }

  private Optional<LakeProgress> progress(Table table) {
    if (table.registered.isEmpty()) {
      return Optional.empty();
    }
    LakeRegistration last = last(table);
    Map<TableBucket, Long> offsets = offsetFiles.get(last.tieredOffsetsPath());
    if (offsets == null) {
      throw new AssertionError("Offsets file " + last.tieredOffsetsPath() + " is gone");
    }
    return Optional.of(new LakeProgress(last.snapshotId(), offsets));
  }

  private void register(Table table, LakeRegistration snapshot) {
    rounds += snapshot.endOffsets().isEmpty() ? 0 : 1;
    if (table.registered.isEmpty() || last(table).snapshotId() != snapshot.snapshotId()) {
      table.progressBefore = progress(table);
    }
    if (snapshot.earliestSnapshotToKeep() == null) {
      table.registered.clear();
    }
    table.registered.add(snapshot);
    Set<String> referenced = new HashSet<>();
    table.registered.forEach(r -> referenced.add(r.tieredOffsetsPath()));
    String prefix = table.info.getTableId() + "/";
    offsetFiles.keySet().removeIf(f -> f.startsWith(prefix) && !isKept(f, referenced, snapshot));
  }

  // files of prepared rounds stay until something newer is registered
  private static boolean isKept(String file, Set<String> referenced, LakeRegistration newest) {
    return referenced.contains(file) || number(file) > number(newest.tieredOffsetsPath());
  }

  private static long number(String file) {
    return Long.parseLong(file.substring(file.indexOf('/') + 1));
  }

  // ---- the runner's side

  Fluss client(SimProcess process) {
    return new Client(process);
  }

  private final class Client implements Fluss {
    private final SimProcess process;

    Client(SimProcess process) {
      this.process = process;
    }

    private Table existing(TablePath path) {
      Table table = tables.get(path);
      if (table == null) {
        throw new TableNotExistException("No table " + path);
      }
      return table;
    }

    @Override
    public Heartbeat.Answer heartbeat(Heartbeat heartbeat) {
      return process.call("heartbeat", () -> SimCluster.this.heartbeat(heartbeat));
    }

    @Override
    public TableInfo table(TablePath path) {
      return process.call("table", () -> existing(path).info);
    }

    @Override
    public Schema schema(TablePath path, int schemaId) {
      throw new AssertionError("Every batch has schema 1");
    }

    @Override
    public Map<Long, String> partitions(TableInfo table) {
      throw new AssertionError("No table has partitions");
    }

    @Override
    public Map<TableBucket, Long> startOffsets(TableInfo table, Collection<TableBucket> buckets) {
      return process.call(
          "start",
          () -> {
            Map<TableBucket, Long> starts = new HashMap<>();
            buckets.forEach(bucket -> starts.put(bucket, 0L));
            return starts;
          });
    }

    @Override
    public Map<TableBucket, Long> endOffsets(TableInfo table, Collection<TableBucket> buckets) {
      return process.call(
          "end",
          () -> {
            Map<TableBucket, Long> ends = new HashMap<>(existing(table.getTablePath()).ends);
            ends.keySet().retainAll(buckets);
            return ends;
          });
    }

    @Override
    public Optional<LakeProgress> lakeProgress(TablePath path) {
      return process.call(
          "progress",
          () -> {
            Table table = existing(path);
            return laggingAnswers-- > 0 ? table.progressBefore : progress(table);
          });
    }

    @Override
    public LogReader read(TableInfo info, TableBucket bucket, long from, long to) {
      List<byte[]> log = existing(info.getTablePath()).logs.get(bucket);
      return new LogReader() {
        private int next = batchOf(from);

        private int batchOf(long offset) {
          int i = 0;
          while (LogBatchHeader.nextOffset(ByteBuffer.wrap(log.get(i)), 0) <= offset) {
            i++;
          }
          return i;
        }

        @Override
        public List<LogRecordBatch> next() {
          return process.call(
              "read",
              () -> {
                List<LogRecordBatch> batches = new ArrayList<>();
                int count = 1 + random.nextInt(4);
                while (count-- > 0 && next < log.size()) {
                  MemoryLogRecords.pointToBytes(log.get(next++)).batches().forEach(batches::add);
                }
                return batches;
              });
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public KeptSnapshots kvSnapshots(TableInfo info) {
      Set<KvSnapshot> kept = new HashSet<>();
      leases.add(kept);
      return new KeptSnapshots() {
        @Override
        public Map<TableBucket, KvSnapshot> newest(String part, Collection<TableBucket> buckets) {
          return process.call(
              "snapshots",
              () -> {
                Map<TableBucket, KvSnapshot> newest =
                    new HashMap<>(existing(info.getTablePath()).kvSnapshots);
                newest.keySet().retainAll(buckets);
                kept.addAll(newest.values());
                return newest;
              });
        }

        @Override
        public SnapshotReader read(TableBucket bucket, long snapshotId) {
          return readSnapshot(existing(info.getTablePath()), bucket, snapshotId);
        }

        @Override
        public void keep() {}

        @Override
        public void close() {
          leases.removeIf(lease -> lease == kept);
        }
      };
    }

    private SnapshotReader readSnapshot(Table table, TableBucket bucket, long snapshotId) {
      if (table.kvSnapshots.get(bucket).id() != snapshotId
          && leases.stream().flatMap(Set::stream).noneMatch(kept -> kept.id() == snapshotId)) {
        throw new FlussRuntimeException("Snapshot " + snapshotId + " of " + bucket + " is gone");
      }
      Iterator<Long> values =
          List.copyOf(table.rows.get(bucket).headMap(snapshotId - 1000).values()).iterator();
      return new SnapshotReader() {
        @Override
        public CloseableIterator<InternalRow> next() {
          return process.call(
              "scan",
              () -> {
                List<InternalRow> rows = new ArrayList<>();
                for (int i = snapshotBatch > 0 ? snapshotBatch : random.nextInt(4);
                    i > 0 && values.hasNext();
                    i--) {
                  rows.add(GenericRow.of(values.next()));
                }
                return rows.isEmpty() && !values.hasNext()
                    ? null
                    : CloseableIterator.wrap(rows.iterator());
              });
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public String prepare(TableInfo info, Map<TableBucket, Long> endOffsets) {
      return process.call(
          "prepare",
          () -> {
            Table table = existing(info.getTablePath());
            Map<TableBucket, Long> merged = new HashMap<>();
            if (!table.registered.isEmpty()) {
              merged.putAll(offsetFiles.get(last(table).tieredOffsetsPath()));
            }
            merged.putAll(endOffsets);
            String path = info.getTableId() + "/" + nextFile++;
            offsetFiles.put(path, merged);
            return path;
          });
    }

    @Override
    public void register(TableInfo info, LakeRegistration snapshot) {
      process.call(
          "register",
          () -> {
            Table table = existing(info.getTablePath());
            if (table.info.getTableId() == info.getTableId()) {
              SimCluster.this.register(table, snapshot);
            }
            return null;
          });
    }
  }
}
