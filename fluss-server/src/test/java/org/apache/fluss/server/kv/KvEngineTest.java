// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.MemorySize;
import org.apache.fluss.exception.ConfigException;
import org.apache.fluss.exception.KvStorageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store does, and what RocksDB is told. */
final class KvEngineTest {
  @TempDir Path directory;

  private static KvEngines engines(String kind) {
    return kind.equals("memory")
        ? MemoryKvEngine.engines()
        : new RocksKvEngines(new Configuration());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  private static void put(KvEngine engine, String... keysAndValues) {
    try (KvEngine.WriteBatch batch = engine.newBatch()) {
      for (int i = 0; i < keysAndValues.length; i += 2) {
        batch.put(bytes(keysAndValues[i]), bytes(keysAndValues[i + 1]));
      }
      batch.write();
    }
  }

  private static List<String> entries(KvEngine engine, String from) {
    List<String> found = new ArrayList<>();
    try (KvEngine.Cursor cursor = engine.seek(bytes(from))) {
      for (; cursor.isValid(); cursor.next()) {
        found.add(text(cursor.key()) + "=" + text(cursor.value()));
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocksdb"})
  void readsWhatWasWritten(String kind) {
    try (KvEngines engines = engines(kind);
        KvEngine engine = engines.open(directory.resolve("db"))) {
      put(engine, "b", "1", "a", "2", "", "empty", "c", "");
      assertThat(text(engine.get(bytes("a")))).isEqualTo("2");
      assertThat(engine.get(bytes("x"))).isNull();
      assertThat(
              engine.multiGet(List.of(bytes("c"), bytes("x"), bytes("b"), bytes("c"))).stream()
                  .map(KvEngineTest::text)
                  .collect(Collectors.toList()))
          .isEqualTo(Arrays.asList("", null, "1", ""));
      assertThat(engine.multiGet(List.of())).isEmpty();
      assertThat(entries(engine, "")).containsExactly("=empty", "a=2", "b=1", "c=");
      assertThat(engine.memoryBytes()).isPositive();
      assertThat(engine.diskBytes()).isNotNegative();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocksdb"})
  void ordersKeysByUnsignedBytes(String kind) {
    try (KvEngines engines = engines(kind);
        KvEngine engine = engines.open(directory.resolve("db"))) {
      try (KvEngine.WriteBatch batch = engine.newBatch()) {
        for (int b : new int[] {0xff, 0x7f, 0x80, 0x00}) {
          batch.put(new byte[] {(byte) b}, new byte[] {1});
        }
        batch.write();
      }
      List<Integer> order = new ArrayList<>();
      try (KvEngine.Cursor cursor = engine.seek(new byte[] {1})) {
        for (; cursor.isValid(); cursor.next()) {
          order.add(cursor.key()[0] & 0xff);
        }
      }
      assertThat(order).containsExactly(0x7f, 0x80, 0xff);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocksdb"})
  void aBatchIsSeenOnceWrittenAndChangesCountInOrder(String kind) {
    try (KvEngines engines = engines(kind);
        KvEngine engine = engines.open(directory.resolve("db"));
        KvEngine.WriteBatch batch = engine.newBatch()) {
      batch.put(bytes("k"), bytes("1"));
      batch.delete(bytes("k"));
      batch.put(bytes("l"), bytes("2"));
      batch.delete(bytes("never there"));
      assertThat(engine.get(bytes("l"))).isNull();
      batch.write();
      assertThat(entries(engine, "")).containsExactly("l=2");
      batch.write();
      batch.put(bytes("k"), bytes("3"));
      batch.write();
      assertThat(entries(engine, "")).containsExactly("k=3", "l=2");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocksdb"})
  void aCursorSeesNoLaterChange(String kind) {
    try (KvEngines engines = engines(kind);
        KvEngine engine = engines.open(directory.resolve("db"))) {
      put(engine, "a", "1", "b", "1");
      try (KvEngine.Cursor cursor = engine.seek(bytes("a"))) {
        put(engine, "a", "2", "c", "2");
        assertThat(text(cursor.value())).isEqualTo("1");
        cursor.next();
        assertThat(text(cursor.key())).isEqualTo("b");
        cursor.next();
        assertThat(cursor.isValid()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocksdb"})
  void aCheckpointIsAStoreOfItsOwn(String kind) {
    Path copy = directory.resolve("copy");
    try (KvEngines engines = engines(kind)) {
      try (KvEngine engine = engines.open(directory.resolve("db"))) {
        put(engine, "a", "1");
        engine.checkpoint(copy);
        put(engine, "a", "2");
        assertThatThrownBy(() -> engine.checkpoint(copy)).isInstanceOf(KvStorageException.class);
      }
      try (KvEngine restored = engines.open(copy)) {
        assertThat(entries(restored, "")).containsExactly("a=1");
        put(restored, "b", "3");
        assertThat(entries(restored, "")).containsExactly("a=1", "b=3");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocksdb"})
  void equalsASortedMap(String kind) {
    Random random = new Random(7);
    TreeMap<String, String> expected = new TreeMap<>();
    try (KvEngines engines = engines(kind);
        KvEngine engine = engines.open(directory.resolve("db"));
        KvEngine.WriteBatch batch = engine.newBatch()) {
      for (int i = 0; i < 3000; i++) {
        String key = "k" + random.nextInt(400);
        if (random.nextInt(4) == 0) {
          batch.delete(bytes(key));
          expected.remove(key);
        } else {
          batch.put(bytes(key), bytes("v" + i));
          expected.put(key, "v" + i);
        }
        if (random.nextInt(100) == 0) {
          batch.write();
          String probe = "k" + random.nextInt(400);
          assertThat(text(engine.get(bytes(probe)))).isEqualTo(expected.get(probe));
        }
      }
      batch.write();
      assertThat(entries(engine, ""))
          .isEqualTo(
              expected.entrySet().stream()
                  .map(e -> e.getKey() + "=" + e.getValue())
                  .collect(Collectors.toList()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocksdb"})
  void aStoreIsClosedByTheLastUser(String kind) {
    List<String> closed = new ArrayList<>();
    try (KvEngines engines = engines(kind)) {
      KvEngineLease lease =
          new KvEngineLease(engines.open(directory.resolve("db")), () -> closed.add("closed"));
      assertThat(lease.tryAcquire()).isTrue();
      lease.release();
      put(lease.engine(), "a", "1");
      assertThat(closed).isEmpty();
      lease.release();
      assertThat(closed).containsExactly("closed");
      assertThat(lease.tryAcquire()).isFalse();
    }
  }

  @Test
  void everyOptionReachesRocksDb() throws Exception {
    Configuration conf = new Configuration();
    String[][] options = {
      {"kv.rocksdb.thread.num", "3", "max_background_jobs=3"},
      {"kv.rocksdb.files.open", "123", "max_open_files=123"},
      {"kv.rocksdb.log.max-file-size", "3mb", "max_log_file_size=3145728"},
      {"kv.rocksdb.log.file-num", "7", "keep_log_file_num=7"},
      {"kv.rocksdb.log.dir", directory.resolve("logs").toString(), "db_log_dir="},
      {"kv.rocksdb.log.level", "WARN_LEVEL", "info_log_level=WARN_LEVEL"},
      {
        "kv.rocksdb.compaction.level.use-dynamic-size",
        "true",
        "level_compaction_dynamic_level_bytes=true"
      },
      {
        "kv.rocksdb.compression.per.level",
        "NO,LZ4,ZSTD",
        "compression_per_level=kNoCompression:kLZ4Compression:kZSTD"
      },
      {"kv.rocksdb.compaction.level.target-file-size-base", "5mb", "target_file_size_base=5242880"},
      {
        "kv.rocksdb.compaction.level.max-size-level-base", "9mb", "max_bytes_for_level_base=9437184"
      },
      {"kv.rocksdb.writebuffer.size", "4mb", "write_buffer_size=4194304"},
      {"kv.rocksdb.writebuffer.count", "5", "max_write_buffer_number=5"},
      {"kv.rocksdb.writebuffer.number-to-merge", "2", "min_write_buffer_number_to_merge=2"},
      {"kv.rocksdb.block.blocksize", "8kb", "block_size=8192"},
      {"kv.rocksdb.block.metadata-blocksize", "16kb", "metadata_block_size=16384"},
      {
        "kv.rocksdb.block.cache-index-and-filter-blocks",
        "true",
        "cache_index_and_filter_blocks=true"
      },
      {
        "kv.rocksdb.block.cache-index-and-filter-blocks-with-high-priority",
        "true",
        "cache_index_and_filter_blocks_with_high_priority=true"
      },
      {
        "kv.rocksdb.block.pin-l0-filter-and-index-blocks-in-cache",
        "true",
        "pin_l0_filter_and_index_blocks_in_cache=true"
      },
      {
        "kv.rocksdb.block.pin-top-level-index-and-filter",
        "true",
        "pin_top_level_index_and_filter=true"
      },
      {"kv.rocksdb.bloom-filter.bits-per-key", "12", "filter_policy=bloomfilter:12"},
    };
    for (String[] option : options) {
      conf.setString(option[0], option[1]);
    }
    Files.createDirectories(directory.resolve("logs"));
    try (RocksKvEngines engines = new RocksKvEngines(conf)) {
      engines.open(directory.resolve("db")).close();
    }
    String written = optionsFile(directory.resolve("db"));
    for (String[] option : options) {
      assertThat(written).as(option[0]).contains(option[2]);
    }
    assertThat(written).contains("format_version=5", "checksum=kCRC32c");
    assertThat(Files.list(directory.resolve("logs"))).isNotEmpty();
    // Sizes of levels mean something to the style of levels only.
    conf.setString("kv.rocksdb.compaction.style", "UNIVERSAL");
    conf.set(ConfigOptions.KV_USE_BLOOM_FILTER, false);
    try (RocksKvEngines engines = new RocksKvEngines(conf)) {
      engines.open(directory.resolve("db2")).close();
    }
    assertThat(optionsFile(directory.resolve("db2")))
        .contains("filter_policy=nullptr", "compaction_style=kCompactionStyleUniversal");
  }

  private static String optionsFile(Path db) throws Exception {
    try (Stream<Path> files = Files.list(db)) {
      Path options =
          files
              .filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
              .sorted()
              .reduce((first, second) -> second)
              .get();
      return Files.readString(options);
    }
  }

  @Test
  void withoutASizeABatchIsWrittenEvery500Changes() {
    Configuration conf = new Configuration();
    conf.set(ConfigOptions.KV_WRITE_BATCH_SIZE, MemorySize.ZERO);
    byte[] large = new byte[10_000];
    try (RocksKvEngines engines = new RocksKvEngines(conf);
        KvEngine engine = engines.open(directory.resolve("db"));
        KvEngine.WriteBatch batch = engine.newBatch()) {
      for (int i = 1; i < 500; i++) {
        batch.put(bytes("k" + i), large);
      }
      assertThat(engine.get(bytes("k1"))).isNull();
      batch.put(bytes("k500"), large);
      assertThat(engine.get(bytes("k1"))).isEqualTo(large);
      assertThat(engine.get(bytes("k500"))).isEqualTo(large);
      batch.put(bytes("k501"), large);
      assertThat(engine.get(bytes("k501"))).isNull();
    }
  }

  @Test
  void theRateLimitFollowsTheConfiguration() throws Exception {
    Configuration conf = new Configuration();
    try (RocksKvEngines engines = new RocksKvEngines(conf);
        KvEngine engine = engines.open(directory.resolve("db"))) {
      conf.set(ConfigOptions.KV_SHARED_RATE_LIMITER_BYTES_PER_SEC, MemorySize.parse("10 mb"));
      engines.validate(conf);
      engines.reconfigure(conf);
      put(engine, "a", "1");
      conf.set(ConfigOptions.KV_SHARED_RATE_LIMITER_BYTES_PER_SEC, MemorySize.ZERO);
      assertThatThrownBy(() -> engines.validate(conf)).isInstanceOf(ConfigException.class);
    }
  }
}
