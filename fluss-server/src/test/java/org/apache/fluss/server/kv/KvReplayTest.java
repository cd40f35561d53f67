// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.fluss.exception.KvStorageException;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.server.log.LogConfig;
import org.apache.fluss.server.log.LogEnvironment;
import org.apache.fluss.server.log.LogMetrics;
import org.apache.fluss.server.log.LogTablet;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays during which things happen to the log. */
final class KvReplayTest {
  private static final int PUTS = 10;

  private final TableInfo table =
      TableInfo.of(
          TablePath.of("db", "t"),
          1,
          1,
          TableDescriptor.builder()
              .schema(
                  Schema.newBuilder()
                      .column("id", DataTypes.INT())
                      .column("n", DataTypes.INT())
                      .primaryKey("id")
                      .build())
              .distributedBy(1)
              .build(),
          1,
          1);
  private final BufferBudget budget = new BufferBudget(1 << 20);

  /** Reads one batch of the log at once. */
  private final KvEnvironment environment = new KvEnvironment(MemoryKvEngine.engines(), budget, 1);

  private final AtomicBoolean closed = new AtomicBoolean();
  @TempDir Path directory;
  private LogTablet log;
  private KvTablet writer;

  @BeforeEach
  void write() throws Exception {
    log =
        LogTablet.open(
            new LogEnvironment(
                new SimulatedDisk(),
                LogConfig.defaults(),
                new ManualClock(1),
                Runnable::run,
                LogMetrics.NONE),
            Runnable::run,
            Path.of("/log"),
            0,
            true,
            0);
    writer = open(0, () -> true);
    for (int i = 0; i < PUTS; i++) {
      put(i);
    }
  }

  @AfterEach
  void close() throws Exception {
    writer.close();
    log.close();
  }

  private void put(int id) {
    RowEncoder encoder =
        RowEncoder.create(table.getTableConfig().getKvFormat(), table.getRowType());
    encoder.startNewRow();
    encoder.encodeField(0, id);
    encoder.encodeField(1, id);
    byte[] value = StoredValue.encode((short) 1, encoder.finishRow());
    KvPut put =
        new KvPut(
            CheckedKvRecords.upserts(1, List.of(key(id)), List.of(value)),
            new int[0],
            MergeMode.DEFAULT);
    assertThat(writer.put(log, List.of(put))[0].error()).isNull();
  }

  private static byte[] key(int id) {
    return new byte[] {(byte) id};
  }

  private KvTablet open(long from, BooleanSupplier wanted) {
    SchemaHistory schemas = new SchemaHistory();
    schemas.add(table, Map.of());
    return KvReplay.open(
        environment,
        "t",
        table,
        schemas,
        null,
        directory,
        new KvState(from, 0L, List.of()),
        log.reader(),
        wanted,
        () -> closed.set(true));
  }

  @Test
  void whatFollowersCopyMeanwhileGoesIntoTheStore() {
    long before = budget.usedBytes();
    AtomicLong most = new AtomicLong();
    AtomicInteger reads = new AtomicInteger();
    KvTablet store =
        open(
            0,
            () -> {
              most.accumulateAndGet(budget.usedBytes() - before, Math::max);
              // They are always two batches behind.
              log.advanceHighWatermark(Math.max(0, reads.getAndIncrement() - 2));
              return true;
            });
    assertThat(store.flushedOffset()).isEqualTo(PUTS - 3);
    assertThat(store.reader().rowCount()).isEqualTo(PUTS - 3);
    assertThat(store.bufferedBytes()).isEqualTo(writer.bufferedBytes() * 3 / PUTS);
    assertThat(most.get()).isEqualTo(store.bufferedBytes());
    store.flush(PUTS);
    assertThat(store.reader().rowCount()).isEqualTo(PUTS);
    store.close();
  }

  @Test
  void aLogThatGrowsIsNotChased() {
    KvTablet store =
        open(
            0,
            () -> {
              assertThat(log.endOffset()).isLessThan(10 * PUTS);
              put((int) log.endOffset());
              return true;
            });
    assertThat(log.endOffset()).isEqualTo(2 * PUTS);
    store.close();
  }

  @Test
  void aStoreNobodyWantsIsGivenUp() {
    long before = budget.usedBytes();
    AtomicInteger reads = new AtomicInteger();
    assertThatThrownBy(() -> open(0, () -> reads.getAndIncrement() < 3))
        .isInstanceOf(NotLeaderOrFollowerException.class);
    assertThat(closed).isTrue();
    assertThat(budget.usedBytes()).isEqualTo(before);
  }

  @Test
  void aStoreBeyondTheLogIsRefused() {
    assertThatThrownBy(() -> open(PUTS + 1, () -> true)).isInstanceOf(KvStorageException.class);
  }
}
