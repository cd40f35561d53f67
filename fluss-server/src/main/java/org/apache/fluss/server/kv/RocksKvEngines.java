// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.cluster.ServerReconfigurable;
import org.apache.fluss.exception.ConfigException;
import org.apache.fluss.exception.KvStorageException;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ChecksumType;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.Env;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RateLimiter;
import org.rocksdb.RateLimiterMode;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBufferManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RocksDB stores that share one block cache, one budget of write buffers and one rate limiter.
 * Their files can be opened by RocksDB 6.20: default column family, format version 5, CRC32c.
 */
public final class RocksKvEngines implements KvEngines, ServerReconfigurable {
  private static final Logger LOG = LoggerFactory.getLogger(RocksKvEngines.class);
  private static final int FORMAT_VERSION = 5;
  private static final long REFILL_PERIOD_MICROS = 100_000;
  private static final int LIMITER_FAIRNESS = 10;

  /** Longest path of a store whose info log can lie elsewhere, for its name holds that path. */
  private static final int LONGEST_LOGGED_PATH = 251;

  /** The option speaks of one bucket; the cache is that of all, as for this many. */
  private static final int CACHED_BUCKETS = 16;

  /** Smallest piece of memory a write buffer grows by: many buckets are hardly written. */
  private static final long ARENA_BLOCK_BYTES = 256 << 10;

  /**
   * Share of a write buffer for a filter of its keys, as most rows that come are new. It is taken
   * at once, also for buckets that are hardly written: not larger.
   */
  private static final double WRITE_BUFFER_FILTER_SHARE = 0.006;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final RateLimiter limiter;
  private final Options options;
  private final Options optionsWithLogInside;
  private final long batchBytes;

  static {
    RocksDB.loadLibrary();
  }

  /** See the options {@code kv.rocksdb.*}. */
  public RocksKvEngines(Configuration conf) {
    batchBytes = conf.get(ConfigOptions.KV_WRITE_BATCH_SIZE).getBytes();
    limiter =
        part(
            new RateLimiter(
                bytesPerSecond(conf),
                REFILL_PERIOD_MICROS,
                LIMITER_FAIRNESS,
                RateLimiterMode.WRITES_ONLY,
                false));
    Cache cache =
        part(new LRUCache(CACHED_BUCKETS * conf.get(ConfigOptions.KV_BLOCK_CACHE_SIZE).getBytes()));
    optionsWithLogInside = part(options(conf, cache));
    long writeBuffers = conf.get(ConfigOptions.KV_SHARED_WRITE_BUFFER_SIZE).getBytes();
    if (writeBuffers > 0) {
      Cache accounting = part(new LRUCache(0));
      optionsWithLogInside.setWriteBufferManager(
          part(new WriteBufferManager(writeBuffers, accounting)));
    }
    Path logDirectory = logDirectory(conf);
    options = logDirectory == null ? optionsWithLogInside : part(new Options(optionsWithLogInside));
    if (logDirectory != null) {
      options.setDbLogDir(logDirectory.toString());
    }
    int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
    Env.getDefault().incBackgroundThreadsIfNeeded(threads, Priority.LOW);
    Env.getDefault().incBackgroundThreadsIfNeeded(Math.max(1, threads / 2), Priority.HIGH);
  }

  private <T extends AutoCloseable> T part(T made) {
    parts.push(made);
    return made;
  }

  private Options options(Configuration conf, Cache cache) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setFormatVersion(FORMAT_VERSION)
            .setChecksumType(ChecksumType.kCRC32c)
            .setBlockCache(cache)
            .setBlockSize(conf.get(ConfigOptions.KV_BLOCK_SIZE).getBytes())
            .setMetadataBlockSize(conf.get(ConfigOptions.KV_METADATA_BLOCK_SIZE).getBytes())
            .setCacheIndexAndFilterBlocks(conf.get(ConfigOptions.KV_CACHE_INDEX_AND_FILTER_BLOCKS))
            .setCacheIndexAndFilterBlocksWithHighPriority(
                conf.get(ConfigOptions.KV_CACHE_INDEX_AND_FILTER_BLOCKS_WITH_HIGH_PRIORITY))
            .setPinL0FilterAndIndexBlocksInCache(
                conf.get(ConfigOptions.KV_PIN_L0_FILTER_AND_INDEX_BLOCKS_IN_CACHE))
            .setPinTopLevelIndexAndFilter(
                conf.get(ConfigOptions.KV_PIN_TOP_LEVEL_INDEX_AND_FILTER));
    if (conf.get(ConfigOptions.KV_USE_BLOOM_FILTER)) {
      table.setFilterPolicy(
          part(new BloomFilter(conf.get(ConfigOptions.KV_BLOOM_FILTER_BITS_PER_KEY))));
      if (conf.get(ConfigOptions.KV_BLOOM_FILTER_BLOCK_BASED_MODE)) {
        LOG.warn(
            "'{}' is ignored: this RocksDB has whole-file filters only.",
            ConfigOptions.KV_BLOOM_FILTER_BLOCK_BASED_MODE.key());
      }
    }
    long writeBuffer = conf.get(ConfigOptions.KV_WRITE_BUFFER_SIZE).getBytes();
    Options made = new Options();
    made.setCreateIfMissing(true)
        .setUseFsync(false)
        .setAvoidFlushDuringShutdown(true)
        .setStatsDumpPeriodSec(0)
        .setRateLimiter(limiter)
        .setMaxBackgroundJobs(conf.get(ConfigOptions.KV_MAX_BACKGROUND_THREADS))
        .setMaxOpenFiles(conf.get(ConfigOptions.KV_MAX_OPEN_FILES))
        .setMaxLogFileSize(conf.get(ConfigOptions.KV_LOG_MAX_FILE_SIZE).getBytes())
        .setKeepLogFileNum(conf.get(ConfigOptions.KV_LOG_FILE_NUM))
        .setInfoLogLevel(InfoLogLevel.valueOf(conf.get(ConfigOptions.KV_LOG_LEVEL).name()))
        .setCompactionStyle(
            CompactionStyle.valueOf(conf.get(ConfigOptions.KV_COMPACTION_STYLE).name()))
        .setLevelCompactionDynamicLevelBytes(conf.get(ConfigOptions.KV_USE_DYNAMIC_LEVEL_SIZE))
        .setCompressionPerLevel(compression(conf))
        .setTargetFileSizeBase(conf.get(ConfigOptions.KV_TARGET_FILE_SIZE_BASE).getBytes())
        .setMaxBytesForLevelBase(conf.get(ConfigOptions.KV_MAX_SIZE_LEVEL_BASE).getBytes())
        .setWriteBufferSize(writeBuffer)
        .setArenaBlockSize(Math.min(ARENA_BLOCK_BYTES, Math.max(4096, writeBuffer / 8)))
        .setMemtablePrefixBloomSizeRatio(WRITE_BUFFER_FILTER_SHARE)
        .setMemtableWholeKeyFiltering(true)
        .setMaxWriteBufferNumber(conf.get(ConfigOptions.KV_MAX_WRITE_BUFFER_NUMBER))
        .setMinWriteBufferNumberToMerge(conf.get(ConfigOptions.KV_MIN_WRITE_BUFFER_NUMBER_TO_MERGE))
        .setTableFormatConfig(table);
    return made;
  }

  private static List<CompressionType> compression(Configuration conf) {
    return conf.get(ConfigOptions.KV_COMPRESSION_PER_LEVEL).stream()
        .map(RocksKvEngines::compression)
        .collect(Collectors.toList());
  }

  private static CompressionType compression(ConfigOptions.KvCompressionType type) {
    switch (type) {
      case SNAPPY:
        return CompressionType.SNAPPY_COMPRESSION;
      case LZ4:
        return CompressionType.LZ4_COMPRESSION;
      case ZSTD:
        return CompressionType.ZSTD_COMPRESSION;
      default:
        return CompressionType.NO_COMPRESSION;
    }
  }

  /** Null if the info logs lie in the stores. */
  private static Path logDirectory(Configuration conf) {
    String configured = conf.getOptional(ConfigOptions.KV_LOG_DIR).orElse("");
    if (!configured.isEmpty()) {
      return Paths.get(configured);
    }
    String serverLog = System.getProperty("log.file");
    if (serverLog == null || !Files.isReadable(Paths.get(serverLog))) {
      return null;
    }
    Path beside = Paths.get(serverLog).toAbsolutePath().resolveSibling("rocksdb");
    try {
      return Files.createDirectories(beside);
    } catch (IOException e) {
      LOG.warn("Cannot create {}; info logs of RocksDB lie in the stores", beside, e);
      return null;
    }
  }

  @Override
  public KvEngine open(Path directory) {
    Path path = directory.toAbsolutePath();
    boolean tooLong = path.toString().length() > LONGEST_LOGGED_PATH;
    try {
      Files.createDirectories(path);
      return new RocksKvEngine(
          path,
          RocksDB.open(tooLong ? optionsWithLogInside : options, path.toString()),
          batchBytes);
    } catch (IOException | RocksDBException e) {
      throw new KvStorageException("Cannot open the store in " + path + ": " + e.getMessage(), e);
    }
  }

  private static long bytesPerSecond(Configuration conf) {
    return conf.get(ConfigOptions.KV_SHARED_RATE_LIMITER_BYTES_PER_SEC).getBytes();
  }

  @Override
  public void validate(Configuration next) throws ConfigException {
    if (bytesPerSecond(next) <= 0) {
      throw new ConfigException(
          "'"
              + ConfigOptions.KV_SHARED_RATE_LIMITER_BYTES_PER_SEC.key()
              + "' must be positive, but is "
              + bytesPerSecond(next)
              + ".");
    }
  }

  @Override
  public void reconfigure(Configuration next) throws ConfigException {
    limiter.setBytesPerSecond(bytesPerSecond(next));
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.warn("Cannot free memory of RocksDB", e);
      }
    }
  }
}
