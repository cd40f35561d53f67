// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import static org.apache.fluss.config.ConfigBuilder.key;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.compression.ArrowCompressionType;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.metadata.DataLakeFormat;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.MergeEngineType;

/** Every option there is. {@link ConfigOption#description()} says what each one does. */
@PublicEvolving
public class ConfigOptions {

  /** The listener between servers, unless another one is named. */
  public static final String DEFAULT_LISTENER_NAME = "FLUSS";

  /** Key encoding that leaves the lake encoder to the bucket key. */
  public static final int KV_FORMAT_VERSION_2 = 2;

  /** Key encoding of new primary-key tables. */
  public static final int CURRENT_KV_FORMAT_VERSION = KV_FORMAT_VERSION_2;

  /** Prefixes of logging classes; plugins log through the server. */
  public static final String[] PARENT_FIRST_LOGGING_PATTERNS = {
    "org.slf4j",
    "org.apache.log4j",
    "org.apache.logging",
    "org.apache.commons.logging",
    "ch.qos.logback"
  };

  /** So long that nothing expires; differences of times never reach it. */
  private static final Duration FOR_EVER = Duration.ofMillis(Long.MAX_VALUE);

  /** Holds no state. */
  public ConfigOptions() {}

  /** The option of exactly this key (not of a fallback key), or null. */
  public static ConfigOption<?> getConfigOption(String key) {
    return Registry.BY_KEY.get(key);
  }

  /** All options, in the order they are declared. */
  @Internal
  public static Collection<ConfigOption<?>> all() {
    return Registry.BY_KEY.values();
  }

  // ---- Cluster, coordinator and tablet server ----

  public static final ConfigOption<Integer> DEFAULT_BUCKET_NUMBER =
      key("default.bucket.number")
          .intType()
          .defaultValue(1)
          .withDescription(
              "Bucket count given to a new table whose descriptor names none. " + "Coordinator.");

  public static final ConfigOption<Integer> DEFAULT_REPLICATION_FACTOR =
      key("default.replication.factor")
          .intType()
          .defaultValue(1)
          .withDescription("Written as table.replication.factor into a new table that has none.");

  public static final ConfigOption<Boolean> REPLICATION_PREVIEW_ENABLED =
      key("coordinator.replication.preview.enabled")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Accepts tables with more than one replica. A preview: replication is not yet proven"
                  + " to keep every acknowledged row, so without this such tables are refused.");

  public static final ConfigOption<String> REMOTE_DATA_DIR =
      key("remote.data.dir")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Root of remote log segments, key-value snapshots, lake offsets and "
                  + "producer offsets; a URI of any installed file system. Required.");

  public static final ConfigOption<MemorySize> REMOTE_FS_WRITE_BUFFER_SIZE =
      key("remote.fs.write-buffer-size")
          .memoryType()
          .defaultValue(MemorySize.parse("4 kb"))
          .withDescription(
              "Buffer used when copying local files to remote storage (log and kv "
                  + "snapshot upload).");

  public static final ConfigOption<List<String>> PLUGIN_ALWAYS_PARENT_FIRST_LOADER_PATTERNS =
      key("plugin.classloader.parent-first-patterns.default")
          .stringType()
          .asList()
          .defaultValues(
              "java.",
              "org.apache.fluss.",
              "javax.annotation.",
              "org.apache.hadoop.",
              "core-site",
              "org.slf4j",
              "org.apache.log4j",
              "org.apache.logging",
              "org.apache.commons.logging",
              "ch.qos.logback")
          .withDescription(
              "Prefixes of class and resource names that plugins always take from "
                  + "the server first. Comma separated.");

  public static final ConfigOption<List<String>>
      PLUGIN_ALWAYS_PARENT_FIRST_LOADER_PATTERNS_ADDITIONAL =
          key("plugin.classloader.parent-first-patterns.additional")
              .stringType()
              .asList()
              .defaultValues()
              .withDescription("Appended to the previous list.");

  public static final ConfigOption<Duration> AUTO_PARTITION_CHECK_INTERVAL =
      key("auto-partition.check.interval")
          .durationType()
          .defaultValue(Duration.ofMinutes(10))
          .withDescription("Period of the coordinator auto-partition job.");

  public static final ConfigOption<Boolean> LOG_TABLE_ALLOW_CREATION =
      key("allow.create.log.tables")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "false: createTable of a table without primary key is rejected "
                  + "(InvalidTableException).");

  public static final ConfigOption<Boolean> KV_TABLE_ALLOW_CREATION =
      key("allow.create.kv.tables")
          .booleanType()
          .defaultValue(true)
          .withDescription("false: createTable of a primary key table is rejected.");

  public static final ConfigOption<Integer> MAX_PARTITION_NUM =
      key("max.partition.num")
          .intType()
          .defaultValue(1000)
          .withDescription("Creating more partitions fails with TooManyPartitionsException.");

  public static final ConfigOption<Duration> ACL_NOTIFICATION_EXPIRATION_TIME =
      key("acl.notification.expiration-time")
          .durationType()
          .defaultValue(Duration.ofMinutes(15))
          .withDescription("Age after which ACL change notification znodes are purged.");

  public static final ConfigOption<Boolean> AUTHORIZER_ENABLED =
      key("authorizer.enabled")
          .booleanType()
          .defaultValue(false)
          .withDescription("Turns on authorization.");

  public static final ConfigOption<String> AUTHORIZER_TYPE =
      key("authorizer.type")
          .stringType()
          .defaultValue("default")
          .withDescription("Authorizer plugin to load; default = built in.");

  public static final ConfigOption<String> SUPER_USERS =
      key("super.users")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Principals that no ACL restricts, as Type:name separated by " + "semicolons.");

  public static final ConfigOption<Integer> MAX_BUCKET_NUM =
      key("max.bucket.num")
          .intType()
          .defaultValue(128000)
          .withDescription(
              "Upper limit of bucket count of a table (checked against the "
                  + "descriptor bucket count at create) and total buckets when partitions "
                  + "are added; TooManyBucketsException.");

  public static final ConfigOption<String> BIND_LISTENERS =
      key("bind.listeners")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Addresses to bind. Names unique; non-zero ports unique; must contain "
                  + "internal.listener.name.");

  public static final ConfigOption<String> ADVERTISED_LISTENERS =
      key("advertised.listeners")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Addresses published to clients; names must be a subset of the bind "
                  + "listeners; missing names fall back to the bind address.");

  public static final ConfigOption<String> INTERNAL_LISTENER_NAME =
      key("internal.listener.name")
          .stringType()
          .defaultValue("FLUSS")
          .withDescription(
              "Listener used between servers. Setting it without bind.listeners is " + "an error.");

  public static final ConfigOption<List<String>> SERVER_SASL_ENABLED_MECHANISMS_CONFIG =
      key("security.sasl.enabled.mechanisms")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "Mechanisms the SASL server accepts (upper-cased). Required (non "
                  + "empty) when a listener uses SASL.");

  public static final ConfigOption<Integer> SERVER_IO_POOL_SIZE =
      key("server.io-pool.size")
          .intType()
          .defaultValue(10)
          .withDescription(
              "Threads for blocking IO: snapshot upload/download, remote log "
                  + "transfer, snapshot deletion.")
          .withDeprecatedKeys("coordinator.io-pool.size");

  public static final ConfigOption<String> COORDINATOR_HOST =
      key("coordinator.host")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Deprecated: use bind.listeners. Host to bind; an error together with "
                  + "bind.listeners.");

  public static final ConfigOption<String> COORDINATOR_PORT =
      key("coordinator.port")
          .stringType()
          .defaultValue("9123")
          .withDescription("Deprecated: use bind.listeners. Port to bind; one number.");

  public static final ConfigOption<Integer> COORDINATOR_IO_POOL_SIZE =
      key("coordinator.io-pool.size")
          .intType()
          .defaultValue(10)
          .withDescription("Deprecated: use server.io-pool.size.");

  public static final ConfigOption<Duration> COORDINATOR_PRODUCER_OFFSETS_TTL =
      key("coordinator.producer-offsets.ttl")
          .durationType()
          .defaultValue(Duration.ofDays(1))
          .withDescription("Life time of registered producer offsets.");

  public static final ConfigOption<Duration> COORDINATOR_PRODUCER_OFFSETS_CLEANUP_INTERVAL =
      key("coordinator.producer-offsets.cleanup-interval")
          .durationType()
          .defaultValue(Duration.ofHours(1))
          .withDescription(
              "Period of the job that drops expired producer offsets and orphan " + "files.");

  public static final ConfigOption<String> TABLET_SERVER_HOST =
      key("tablet-server.host")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Deprecated: use bind.listeners. Host to bind; an error together with "
                  + "bind.listeners.");

  public static final ConfigOption<String> TABLET_SERVER_PORT =
      key("tablet-server.port")
          .stringType()
          .defaultValue("0")
          .withDescription("Deprecated: use bind.listeners. Port to bind; one number.");

  public static final ConfigOption<Map<String, String>> SERVER_SECURITY_PROTOCOL_MAP =
      key("security.protocol.map")
          .mapType()
          .defaultValue(Collections.emptyMap())
          .withDescription(
              "Authentication protocol per listener: PLAINTEXT, SASL, or a plugin "
                  + "id. Unlisted listeners use PLAINTEXT. Protocol match is "
                  + "case-insensitive.");

  public static final ConfigOption<Integer> TABLET_SERVER_ID =
      key("tablet-server.id")
          .intType()
          .noDefaultValue()
          .withDescription("Server id, unique in the cluster.");

  public static final ConfigOption<String> TABLET_SERVER_RACK =
      key("tablet-server.rack")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Rack label for rack-aware placement. Either all or none of the "
                  + "servers should set it.");

  public static final ConfigOption<String> DATA_DIR =
      key("data.dir")
          .stringType()
          .defaultValue("/tmp/fluss-data")
          .withDescription("Root of local log, kv, checkpoints.");

  public static final ConfigOption<Duration> WRITER_ID_EXPIRATION_TIME =
      key("server.writer-id.expiration-time")
          .durationType()
          .defaultValue(Duration.ofDays(7))
          .withDescription(
              "How long an idle writer is remembered, so that its repeated batches "
                  + "are recognised; below 24.8 days.");

  public static final ConfigOption<Duration> WRITER_ID_EXPIRATION_CHECK_INTERVAL =
      key("server.writer-id.expiration-check-interval")
          .durationType()
          .defaultValue(Duration.ofMinutes(10))
          .withDescription("Period of that check.");

  public static final ConfigOption<Integer> TABLET_SERVER_CONTROLLED_SHUTDOWN_MAX_RETRIES =
      key("tablet-server.controlled-shutdown.max-retries")
          .intType()
          .defaultValue(3)
          .withDescription("Attempts of the leader hand-over on shutdown.");

  public static final ConfigOption<Duration> TABLET_SERVER_CONTROLLED_SHUTDOWN_RETRY_INTERVAL =
      key("tablet-server.controlled-shutdown.retry-interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(1))
          .withDescription("Pause between attempts.");

  public static final ConfigOption<Integer> BACKGROUND_THREADS =
      key("server.background.threads")
          .intType()
          .defaultValue(10)
          .withDescription(
              "Size of the tablet server scheduler (log flush, retention, "
                  + "checkpoints, writer expiry).");

  public static final ConfigOption<MemorySize> SERVER_BUFFER_MEMORY_SIZE =
      key("server.buffer.memory-size")
          .memoryType()
          .defaultValue(MemorySize.parse("256 mb"))
          .withDescription("Total memory of the server page pool (kv write-ahead-log builder).");

  public static final ConfigOption<MemorySize> SERVER_BUFFER_PAGE_SIZE =
      key("server.buffer.page-size")
          .memoryType()
          .defaultValue(MemorySize.parse("128 kb"))
          .withDescription("Page size of that pool.");

  public static final ConfigOption<MemorySize> SERVER_BUFFER_PER_REQUEST_MEMORY_SIZE =
      key("server.buffer.per-request-memory-size")
          .memoryType()
          .defaultValue(MemorySize.parse("16 mb"))
          .withDescription("Pages are allocated from heap in chunks of this size.");

  public static final ConfigOption<Duration> SERVER_BUFFER_POOL_WAIT_TIMEOUT =
      key("server.buffer.wait-timeout")
          .durationType()
          .defaultValue(Duration.ofNanos(Long.MAX_VALUE))
          .withDescription("Max blocking time for a page; then EOFException.");

  public static final ConfigOption<String> ZOOKEEPER_ADDRESS =
      key("zookeeper.address")
          .stringType()
          .noDefaultValue()
          .withDescription("ZooKeeper servers, host:port separated by commas. Required.");

  public static final ConfigOption<String> ZOOKEEPER_ROOT =
      key("zookeeper.path.root")
          .stringType()
          .defaultValue("/fluss")
          .withDescription("Namespace of all cluster znodes.");

  public static final ConfigOption<Integer> ZOOKEEPER_MAX_INFLIGHT_REQUESTS =
      key("zookeeper.client.max-inflight-requests")
          .intType()
          .defaultValue(100)
          .withDescription("Parallel asynchronous ZooKeeper requests of one client.");

  public static final ConfigOption<Duration> ZOOKEEPER_SESSION_TIMEOUT =
      key("zookeeper.client.session-timeout")
          .durationType()
          .defaultValue(Duration.ofMinutes(1))
          .withDescription("Session timeout.")
          .withDeprecatedKeys("recovery.zookeeper.client.session-timeout");

  public static final ConfigOption<Duration> ZOOKEEPER_CONNECTION_TIMEOUT =
      key("zookeeper.client.connection-timeout")
          .durationType()
          .defaultValue(Duration.ofSeconds(15))
          .withDescription("Connect timeout.")
          .withDeprecatedKeys("recovery.zookeeper.client.connection-timeout");

  public static final ConfigOption<Duration> ZOOKEEPER_RETRY_WAIT =
      key("zookeeper.client.retry-wait")
          .durationType()
          .defaultValue(Duration.ofSeconds(5))
          .withDescription("Base sleep of the exponential retry policy.")
          .withDeprecatedKeys("recovery.zookeeper.client.retry-wait");

  public static final ConfigOption<Integer> ZOOKEEPER_MAX_RETRY_ATTEMPTS =
      key("zookeeper.client.max-retry-attempts")
          .intType()
          .defaultValue(3)
          .withDescription("Retries of that policy.")
          .withDeprecatedKeys("recovery.zookeeper.client.max-retry-attempts");

  public static final ConfigOption<Boolean> ZOOKEEPER_TOLERATE_SUSPENDED_CONNECTIONS =
      key("zookeeper.client.tolerate-suspended-connections")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "true: only a lost session (not a suspended connection) revokes " + "leadership.");

  public static final ConfigOption<Boolean> ZOOKEEPER_ENSEMBLE_TRACKING =
      key("zookeeper.client.ensemble-tracker")
          .booleanType()
          .defaultValue(true)
          .withDescription("Follow dynamic ZooKeeper ensemble changes.");

  public static final ConfigOption<String> ZOOKEEPER_CONFIG_PATH =
      key("zookeeper.client.config-path")
          .stringType()
          .noDefaultValue()
          .withDescription("ZooKeeper client properties file; unreadable file fails start.");

  public static final ConfigOption<Integer> ZOOKEEPER_MAX_BUFFER_SIZE =
      key("zookeeper.client.max-buffer-size")
          .intType()
          .defaultValue(100 * 1024 * 1024)
          .withDescription("Sets jute.maxbuffer of the client.");

  public static final ConfigOption<MemorySize> LOG_SEGMENT_FILE_SIZE =
      key("log.segment.file-size")
          .memoryType()
          .defaultValue(MemorySize.parse("1 gb"))
          .withDescription(
              "Size at which a log segment is closed and a new one started; below 2 " + "GiB.");

  public static final ConfigOption<MemorySize> LOG_INDEX_FILE_SIZE =
      key("log.index.file-size")
          .memoryType()
          .defaultValue(MemorySize.parse("10 mb"))
          .withDescription("Pre-allocated size of offset and time index files.");

  public static final ConfigOption<MemorySize> LOG_INDEX_INTERVAL_SIZE =
      key("log.index.interval-size")
          .memoryType()
          .defaultValue(MemorySize.parse("4 kb"))
          .withDescription("Bytes between index entries.");

  public static final ConfigOption<Boolean> LOG_FILE_PREALLOCATE =
      key("log.file-preallocate")
          .booleanType()
          .defaultValue(false)
          .withDescription("Pre-allocate segment files.");

  public static final ConfigOption<Long> LOG_FLUSH_INTERVAL_MESSAGES =
      key("log.flush.interval-messages")
          .longType()
          .defaultValue(Long.MAX_VALUE)
          .withDescription("fsync after this many unflushed records.");

  public static final ConfigOption<Duration> LOG_REPLICA_HIGH_WATERMARK_CHECKPOINT_INTERVAL =
      key("log.replica.high-watermark.checkpoint-interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(5))
          .withDescription("Period of writing the high watermark checkpoint file.");

  public static final ConfigOption<Duration> LOG_REPLICA_MAX_LAG_TIME =
      key("log.replica.max-lag-time")
          .durationType()
          .defaultValue(Duration.ofSeconds(30))
          .withDescription("Follower silent or behind longer than this leaves the ISR.");

  public static final ConfigOption<Integer> LOG_REPLICA_WRITE_OPERATION_PURGE_NUMBER =
      key("log.replica.write-operation-purge-number")
          .intType()
          .defaultValue(1000)
          .withDescription("Purge threshold of the delayed write purgatory.");

  public static final ConfigOption<Integer> LOG_REPLICA_FETCH_OPERATION_PURGE_NUMBER =
      key("log.replica.fetch-operation-purge-number")
          .intType()
          .defaultValue(1000)
          .withDescription("Purge threshold of the delayed fetch purgatory.");

  public static final ConfigOption<Integer> LOG_REPLICA_FETCHER_NUMBER =
      key("log.replica.fetcher-number")
          .intType()
          .defaultValue(1)
          .withDescription("Fetcher threads per source server.");

  public static final ConfigOption<Duration> LOG_REPLICA_FETCH_BACKOFF_INTERVAL =
      key("log.replica.fetch.backoff-interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(1))
          .withDescription("Pause of a bucket after a fetch error.")
          .withFallbackKeys("log.replica.fetch-backoff-interval");

  public static final ConfigOption<MemorySize> LOG_REPLICA_FETCH_MAX_BYTES =
      key("log.replica.fetch.max-bytes")
          .memoryType()
          .defaultValue(MemorySize.parse("16 mb"))
          .withDescription("Response size limit of a follower fetch (first batch always returned).")
          .withDeprecatedKeys("log.fetch.max-bytes");

  public static final ConfigOption<MemorySize> LOG_REPLICA_FETCH_MAX_BYTES_FOR_BUCKET =
      key("log.replica.fetch.max-bytes-for-bucket")
          .memoryType()
          .defaultValue(MemorySize.parse("1 mb"))
          .withDescription("Per bucket limit.")
          .withDeprecatedKeys("log.fetch.max-bytes-for-bucket");

  public static final ConfigOption<Duration> LOG_REPLICA_FETCH_WAIT_MAX_TIME =
      key("log.replica.fetch.wait-max-time")
          .durationType()
          .defaultValue(Duration.ofMillis(500))
          .withDescription(
              "Long-poll time of follower fetch; keep below log.replica.max-lag-time.");

  public static final ConfigOption<MemorySize> LOG_REPLICA_FETCH_MIN_BYTES =
      key("log.replica.fetch.min-bytes")
          .memoryType()
          .defaultValue(MemorySize.parse("1 bytes"))
          .withDescription("Minimum bytes before a follower fetch answers.");

  public static final ConfigOption<Integer> LOG_REPLICA_MIN_IN_SYNC_REPLICAS_NUMBER =
      key("log.replica.min-in-sync-replicas-number")
          .intType()
          .defaultValue(1)
          .withDescription("Minimum ISR size for acks=-1 writes; else NotEnoughReplicasException.");

  public static final ConfigOption<Duration> REMOTE_LOG_TASK_INTERVAL_DURATION =
      key("remote.log.task-interval-duration")
          .durationType()
          .defaultValue(Duration.ofMinutes(1))
          .withDescription("Period of remote log copy/expire tasks.");

  public static final ConfigOption<MemorySize> REMOTE_LOG_INDEX_FILE_CACHE_SIZE =
      key("remote.log.index-file-cache-size")
          .memoryType()
          .defaultValue(MemorySize.parse("1 gb"))
          .withDescription("Local cache for remote index files.");

  public static final ConfigOption<Integer> REMOTE_LOG_MANAGER_THREAD_POOL_SIZE =
      key("remote.log-manager.thread-pool-size")
          .intType()
          .defaultValue(4)
          .withDescription("Scheduler of remote log tasks.");

  public static final ConfigOption<Integer> REMOTE_LOG_DATA_TRANSFER_THREAD_NUM =
      key("remote.log.data-transfer-thread-num")
          .intType()
          .defaultValue(4)
          .withDescription("Deprecated and without effect: use server.io-pool.size.");

  public static final ConfigOption<Integer> NETTY_SERVER_NUM_NETWORK_THREADS =
      key("netty.server.num-network-threads")
          .intType()
          .defaultValue(3)
          .withDescription("Server event loops.");

  public static final ConfigOption<Integer> NETTY_SERVER_NUM_WORKER_THREADS =
      key("netty.server.num-worker-threads")
          .intType()
          .defaultValue(8)
          .withDescription("Request handler threads.");

  public static final ConfigOption<Integer> NETTY_SERVER_MAX_QUEUED_REQUESTS =
      key("netty.server.max-queued-requests")
          .intType()
          .defaultValue(500)
          .withDescription(
              "Total request queue threshold; each worker queue gets total divided "
                  + "by workers.");

  public static final ConfigOption<MemorySize> NETTY_SERVER_MAX_REQUEST_SIZE =
      key("netty.server.max-request-size")
          .memoryType()
          .defaultValue(MemorySize.parse("100 mb"))
          .withDescription("Max frame length accepted by the server (also Kafka listener).");

  public static final ConfigOption<Duration> NETTY_CONNECTION_MAX_IDLE_TIME =
      key("netty.connection.max-idle-time")
          .durationType()
          .defaultValue(Duration.ofMinutes(10))
          .withDescription(
              "All-idle time after which either side closes a connection. 0 disables.");

  public static final ConfigOption<Integer> NETTY_CLIENT_NUM_NETWORK_THREADS =
      key("netty.client.num-network-threads")
          .intType()
          .defaultValue(4)
          .withDescription("Client event loops of one connection object.");

  public static final ConfigOption<Duration> KV_SNAPSHOT_INTERVAL =
      key("kv.snapshot.interval")
          .durationType()
          .defaultValue(Duration.ofMinutes(10))
          .withDescription("Period of kv snapshots per bucket.");

  public static final ConfigOption<Integer> KV_SNAPSHOT_SCHEDULER_THREAD_NUM =
      key("kv.snapshot.scheduler-thread-num")
          .intType()
          .defaultValue(1)
          .withDescription("Scheduler threads.");

  public static final ConfigOption<Integer> KV_SNAPSHOT_TRANSFER_THREAD_NUM =
      key("kv.snapshot.transfer-thread-num")
          .intType()
          .defaultValue(4)
          .withDescription("Deprecated and without effect: use server.io-pool.size.");

  public static final ConfigOption<Integer> KV_MAX_RETAINED_SNAPSHOTS =
      key("kv.snapshot.num-retained")
          .intType()
          .defaultValue(2)
          .withDescription("Completed snapshots kept per bucket.");

  public static final ConfigOption<Duration> KV_SNAPSHOT_LEASE_EXPIRATION_CHECK_INTERVAL =
      key("kv.snapshot.lease.expiration-check-interval")
          .durationType()
          .defaultValue(Duration.ofMinutes(10))
          .withDescription("Period of dropping expired snapshot leases.");

  public static final ConfigOption<Integer> KV_MAX_BACKGROUND_THREADS =
      key("kv.rocksdb.thread.num")
          .intType()
          .defaultValue(2)
          .withDescription("Background jobs of one RocksDB.");

  public static final ConfigOption<Integer> KV_MAX_OPEN_FILES =
      key("kv.rocksdb.files.open").intType().defaultValue(-1).withDescription("max_open_files.");

  public static final ConfigOption<MemorySize> KV_LOG_MAX_FILE_SIZE =
      key("kv.rocksdb.log.max-file-size")
          .memoryType()
          .defaultValue(MemorySize.parse("25 mb"))
          .withDescription("Info log file size; 0 = single file.");

  public static final ConfigOption<Integer> KV_LOG_FILE_NUM =
      key("kv.rocksdb.log.file-num")
          .intType()
          .defaultValue(4)
          .withDescription("Info log files kept.");

  public static final ConfigOption<String> KV_LOG_DIR =
      key("kv.rocksdb.log.dir")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Info log directory; empty = directory of the server log (system "
                  + "property log.file) when usable.");

  public static final ConfigOption<InfoLogLevel> KV_LOG_LEVEL =
      key("kv.rocksdb.log.level")
          .enumType(InfoLogLevel.class)
          .defaultValue(InfoLogLevel.INFO_LEVEL)
          .withDescription("Info log level.");

  public static final ConfigOption<MemorySize> KV_WRITE_BATCH_SIZE =
      key("kv.rocksdb.write-batch-size")
          .memoryType()
          .defaultValue(MemorySize.parse("2 mb"))
          .withDescription("Write batch flush size when flushing the pre-write buffer.");

  public static final ConfigOption<MemorySize> KV_SHARED_RATE_LIMITER_BYTES_PER_SEC =
      key("kv.rocksdb.shared-rate-limiter.bytes-per-sec")
          .memoryType()
          .defaultValue(MemorySize.MAX_VALUE)
          .withDescription("Shared flush/compaction limiter of the server.");

  public static final ConfigOption<CompactionStyle> KV_COMPACTION_STYLE =
      key("kv.rocksdb.compaction.style")
          .enumType(CompactionStyle.class)
          .defaultValue(CompactionStyle.LEVEL)
          .withDescription("Compaction style.");

  public static final ConfigOption<Boolean> KV_USE_DYNAMIC_LEVEL_SIZE =
      key("kv.rocksdb.compaction.level.use-dynamic-size")
          .booleanType()
          .defaultValue(false)
          .withDescription("level_compaction_dynamic_level_bytes.");

  public static final ConfigOption<List<KvCompressionType>> KV_COMPRESSION_PER_LEVEL =
      key("kv.rocksdb.compression.per.level")
          .enumType(KvCompressionType.class)
          .asList()
          .defaultValues(
              KvCompressionType.LZ4,
              KvCompressionType.LZ4,
              KvCompressionType.LZ4,
              KvCompressionType.LZ4,
              KvCompressionType.LZ4,
              KvCompressionType.ZSTD,
              KvCompressionType.ZSTD)
          .withDescription("Compression per level, last entry repeats.");

  public static final ConfigOption<MemorySize> KV_TARGET_FILE_SIZE_BASE =
      key("kv.rocksdb.compaction.level.target-file-size-base")
          .memoryType()
          .defaultValue(MemorySize.parse("64 mb"))
          .withDescription("target_file_size_base.");

  public static final ConfigOption<MemorySize> KV_MAX_SIZE_LEVEL_BASE =
      key("kv.rocksdb.compaction.level.max-size-level-base")
          .memoryType()
          .defaultValue(MemorySize.parse("256 mb"))
          .withDescription("max_bytes_for_level_base.");

  public static final ConfigOption<MemorySize> KV_WRITE_BUFFER_SIZE =
      key("kv.rocksdb.writebuffer.size")
          .memoryType()
          .defaultValue(MemorySize.parse("64 mb"))
          .withDescription("write_buffer_size.");

  public static final ConfigOption<MemorySize> KV_SHARED_WRITE_BUFFER_SIZE =
      key("kv.rocksdb.shared-write-buffer.size")
          .memoryType()
          .defaultValue(MemorySize.parse("256 mb"))
          .withDescription(
              "Write buffers of all buckets of a server together; beyond it the largest is "
                  + "flushed. 0 = no limit.");

  public static final ConfigOption<Integer> KV_MAX_WRITE_BUFFER_NUMBER =
      key("kv.rocksdb.writebuffer.count")
          .intType()
          .defaultValue(2)
          .withDescription("max_write_buffer_number.");

  public static final ConfigOption<Integer> KV_MIN_WRITE_BUFFER_NUMBER_TO_MERGE =
      key("kv.rocksdb.writebuffer.number-to-merge")
          .intType()
          .defaultValue(1)
          .withDescription("min_write_buffer_number_to_merge.");

  public static final ConfigOption<MemorySize> KV_BLOCK_SIZE =
      key("kv.rocksdb.block.blocksize")
          .memoryType()
          .defaultValue(MemorySize.parse("4 kb"))
          .withDescription("Data block size.");

  public static final ConfigOption<MemorySize> KV_METADATA_BLOCK_SIZE =
      key("kv.rocksdb.block.metadata-blocksize")
          .memoryType()
          .defaultValue(MemorySize.parse("4 kb"))
          .withDescription("Partitioned index/filter block size.");

  public static final ConfigOption<MemorySize> KV_BLOCK_CACHE_SIZE =
      key("kv.rocksdb.block.cache-size")
          .memoryType()
          .defaultValue(MemorySize.parse("8 mb"))
          .withDescription("Block cache size.");

  public static final ConfigOption<Boolean> KV_USE_BLOOM_FILTER =
      key("kv.rocksdb.use-bloom-filter")
          .booleanType()
          .defaultValue(true)
          .withDescription("Bloom filter in SST files.");

  public static final ConfigOption<Double> KV_BLOOM_FILTER_BITS_PER_KEY =
      key("kv.rocksdb.bloom-filter.bits-per-key")
          .doubleType()
          .defaultValue(10.0)
          .withDescription("Bloom filter density.");

  public static final ConfigOption<Boolean> KV_BLOOM_FILTER_BLOCK_BASED_MODE =
      key("kv.rocksdb.bloom-filter.block-based-mode")
          .booleanType()
          .defaultValue(false)
          .withDescription("Old block-based filter.");

  public static final ConfigOption<Boolean> KV_CACHE_INDEX_AND_FILTER_BLOCKS =
      key("kv.rocksdb.block.cache-index-and-filter-blocks")
          .booleanType()
          .defaultValue(false)
          .withDescription("Index/filter blocks in the block cache.");

  public static final ConfigOption<Boolean> KV_CACHE_INDEX_AND_FILTER_BLOCKS_WITH_HIGH_PRIORITY =
      key("kv.rocksdb.block.cache-index-and-filter-blocks-with-high-priority")
          .booleanType()
          .defaultValue(false)
          .withDescription("With high priority.");

  public static final ConfigOption<Boolean> KV_PIN_L0_FILTER_AND_INDEX_BLOCKS_IN_CACHE =
      key("kv.rocksdb.block.pin-l0-filter-and-index-blocks-in-cache")
          .booleanType()
          .defaultValue(false)
          .withDescription("Pin L0 index/filter.");

  public static final ConfigOption<Boolean> KV_PIN_TOP_LEVEL_INDEX_AND_FILTER =
      key("kv.rocksdb.block.pin-top-level-index-and-filter")
          .booleanType()
          .defaultValue(false)
          .withDescription("Pin top level of partitioned index/filter.");

  public static final ConfigOption<MemorySize> KV_RECOVER_LOG_RECORD_BATCH_MAX_SIZE =
      key("kv.recover.log-record-batch.max-size")
          .memoryType()
          .defaultValue(MemorySize.parse("16 mb"))
          .withDescription("Log read size while recovering kv.");

  public static final ConfigOption<List<String>> METRICS_REPORTERS =
      key("metrics.reporters")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription("Reporters to start; unknown names are logged and skipped.");

  public static final ConfigOption<String> METRICS_REPORTER_PROMETHEUS_PORT =
      key("metrics.reporter.prometheus.port")
          .stringType()
          .defaultValue("9249")
          .withDescription(
              "Port of the Prometheus endpoint; of a range or list the first free "
                  + "one is taken.");

  public static final ConfigOption<String> METRICS_REPORTER_PROMETHEUS_PUSHGATEWAY_HOST_URL =
      key("metrics.reporter.prometheus-push.host-url")
          .stringType()
          .noDefaultValue()
          .withDescription("PushGateway base URL.");

  public static final ConfigOption<String> METRICS_REPORTER_PROMETHEUS_PUSHGATEWAY_JOB_NAME =
      key("metrics.reporter.prometheus-push.job-name")
          .stringType()
          .noDefaultValue()
          .withDescription("Job name.");

  public static final ConfigOption<Boolean>
      METRICS_REPORTER_PROMETHEUS_PUSHGATEWAY_RANDOM_JOB_NAME_SUFFIX =
          key("metrics.reporter.prometheus-push.random-job-name-suffix")
              .booleanType()
              .defaultValue(true)
              .withDescription("Append a random suffix to the job name.");

  public static final ConfigOption<Boolean>
      METRICS_REPORTER_PROMETHEUS_PUSHGATEWAY_DELETE_ON_SHUTDOWN =
          key("metrics.reporter.prometheus-push.delete-on-shutdown")
              .booleanType()
              .defaultValue(true)
              .withDescription("Delete the group at close.");

  public static final ConfigOption<String> METRICS_REPORTER_PROMETHEUS_PUSHGATEWAY_GROUPING_KEY =
      key("metrics.reporter.prometheus-push.grouping-key")
          .stringType()
          .noDefaultValue()
          .withDescription("Extra grouping labels.");

  public static final ConfigOption<Duration> METRICS_REPORTER_PROMETHEUS_PUSHGATEWAY_PUSH_INTERVAL =
      key("metrics.reporter.prometheus-push.push-interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(10))
          .withDescription("Push period.");

  public static final ConfigOption<String> METRICS_REPORTER_JMX_HOST =
      key("metrics.reporter.jmx.port")
          .stringType()
          .noDefaultValue()
          .withDescription("Port, list or range of the JMX server; without it there is no server.");

  public static final ConfigOption<DataLakeFormat> DATALAKE_FORMAT =
      key("datalake.format")
          .enumType(DataLakeFormat.class)
          .noDefaultValue()
          .withDescription("Lake format of the cluster; unset = lake features off.");

  public static final ConfigOption<Boolean> KAFKA_ENABLED =
      key("kafka.enabled")
          .booleanType()
          .defaultValue(false)
          .withDescription("Serve the Kafka protocol on the listeners of kafka.listener.names.");

  public static final ConfigOption<List<String>> KAFKA_LISTENER_NAMES =
      key("kafka.listener.names")
          .stringType()
          .asList()
          .defaultValues("KAFKA")
          .withDescription("Listener names that speak Kafka.");

  public static final ConfigOption<String> KAFKA_DATABASE =
      key("kafka.database")
          .stringType()
          .defaultValue("kafka")
          .withDescription("Database for Kafka topics; created at start when Kafka is on.");

  public static final ConfigOption<Duration> KAFKA_CONNECTION_MAX_IDLE_TIME =
      key("kafka.connection.max-idle-time")
          .durationType()
          .defaultValue(Duration.ofMinutes(1))
          .withDescription("Idle close time of Kafka connections.");

  // ---- Client ----

  public static final ConfigOption<String> CLIENT_ID =
      key("client.id")
          .stringType()
          .defaultValue("")
          .withDescription("Name of the client; the label client_id of its metrics.");

  public static final ConfigOption<Duration> CLIENT_CONNECT_TIMEOUT =
      key("client.connect-timeout")
          .durationType()
          .defaultValue(Duration.ofMinutes(2))
          .withDescription("TCP connect timeout.");

  public static final ConfigOption<List<String>> BOOTSTRAP_SERVERS =
      key("bootstrap.servers")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "Servers to connect to first, host:port separated by commas; "
                  + "coordinators or tablet servers. Required.");

  public static final ConfigOption<MemorySize> CLIENT_WRITER_BUFFER_MEMORY_SIZE =
      key("client.writer.buffer.memory-size")
          .memoryType()
          .defaultValue(MemorySize.parse("64 mb"))
          .withDescription("Total memory of the writer page pool (one pool per connection).");

  public static final ConfigOption<MemorySize> CLIENT_WRITER_BUFFER_PAGE_SIZE =
      key("client.writer.buffer.page-size")
          .memoryType()
          .defaultValue(MemorySize.parse("128 kb"))
          .withDescription(
              "Page size. Also part of the lower bound of the dynamic batch size (2 " + "pages).");

  public static final ConfigOption<MemorySize> CLIENT_WRITER_PER_REQUEST_MEMORY_SIZE =
      key("client.writer.buffer.per-request-memory-size")
          .memoryType()
          .defaultValue(MemorySize.parse("16 mb"))
          .withDescription("Heap allocation chunk of the pool.");

  public static final ConfigOption<Duration> CLIENT_WRITER_BUFFER_WAIT_TIMEOUT =
      key("client.writer.buffer.wait-timeout")
          .durationType()
          .defaultValue(Duration.ofNanos(Long.MAX_VALUE))
          .withDescription(
              "Max time append/upsert/delete blocks for memory; then the call throws.");

  public static final ConfigOption<MemorySize> CLIENT_WRITER_BATCH_SIZE =
      key("client.writer.batch-size")
          .memoryType()
          .defaultValue(MemorySize.parse("2 mb"))
          .withDescription("Target/maximum batch size per bucket.");

  public static final ConfigOption<Boolean> CLIENT_WRITER_DYNAMIC_BATCH_SIZE_ENABLED =
      key("client.writer.dynamic-batch-size.enabled")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "Let the batch size of a table or partition follow the size of its "
                  + "recent batches, between two pages and the maximum.");

  public static final ConfigOption<Duration> CLIENT_WRITER_BATCH_TIMEOUT =
      key("client.writer.batch-timeout")
          .durationType()
          .defaultValue(Duration.ofMillis(100))
          .withDescription("Linger time of a non-full batch.");

  public static final ConfigOption<NoKeyAssigner> CLIENT_WRITER_BUCKET_NO_KEY_ASSIGNER =
      key("client.writer.bucket.no-key-assigner")
          .enumType(NoKeyAssigner.class)
          .defaultValue(NoKeyAssigner.STICKY)
          .withDescription("Bucket choice for log tables without bucket key.");

  public static final ConfigOption<String> CLIENT_WRITER_ACKS =
      key("client.writer.acks")
          .stringType()
          .defaultValue("all")
          .withDescription(
              "Required acknowledgements; also sent with insert-if-not-exists "
                  + "lookups. Other numbers are refused by the server "
                  + "(InvalidRequiredAcksException).");

  public static final ConfigOption<MemorySize> CLIENT_WRITER_REQUEST_MAX_SIZE =
      key("client.writer.request-max-size")
          .memoryType()
          .defaultValue(MemorySize.parse("10 mb"))
          .withDescription(
              "Max estimated size of one write request per server (at least one " + "batch).");

  public static final ConfigOption<Integer> CLIENT_WRITER_RETRIES =
      key("client.writer.retries")
          .intType()
          .defaultValue(Integer.MAX_VALUE)
          .withDescription("Re-enqueue limit of a batch.");

  public static final ConfigOption<Boolean> CLIENT_WRITER_ENABLE_IDEMPOTENCE =
      key("client.writer.enable-idempotence")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "Exactly-once per writer session. Needs acks=all and retries != 0, "
                  + "else the writer fails to construct.");

  public static final ConfigOption<Integer> CLIENT_WRITER_MAX_INFLIGHT_REQUESTS_PER_BUCKET =
      key("client.writer.max-inflight-requests-per-bucket")
          .intType()
          .defaultValue(5)
          .withDescription("In-flight batches per bucket (only enforced when idempotent).");

  public static final ConfigOption<Boolean> CLIENT_WRITER_DYNAMIC_CREATE_PARTITION_ENABLED =
      key("client.writer.dynamic-create-partition.enabled")
          .booleanType()
          .defaultValue(true)
          .withDescription("Create missing partitions on write.");

  public static final ConfigOption<Duration> CLIENT_REQUEST_TIMEOUT =
      key("client.request-timeout")
          .durationType()
          .defaultValue(Duration.ofSeconds(30))
          .withDescription(
              "How long a server may wait for a write, put or inserting lookup to be "
                  + "acknowledged.");

  public static final ConfigOption<Boolean> CLIENT_SCANNER_LOG_CHECK_CRC =
      key("client.scanner.log.check-crc")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "Verify batch CRC on read (skipped for server-projected Arrow batches).");

  public static final ConfigOption<Integer> CLIENT_SCANNER_LOG_MAX_POLL_RECORDS =
      key("client.scanner.log.max-poll-records")
          .intType()
          .defaultValue(500)
          .withDescription("Max records returned by one poll.");

  public static final ConfigOption<String> CLIENT_SECURITY_PROTOCOL =
      key("client.security.protocol")
          .stringType()
          .defaultValue("PLAINTEXT")
          .withDescription("Client authentication protocol (case-insensitive).");

  public static final ConfigOption<MemorySize> CLIENT_SCANNER_LOG_FETCH_MAX_BYTES =
      key("client.scanner.log.fetch.max-bytes")
          .memoryType()
          .defaultValue(MemorySize.parse("16 mb"))
          .withDescription("Response limit per fetch.");

  public static final ConfigOption<MemorySize> CLIENT_SCANNER_LOG_FETCH_MAX_BYTES_FOR_BUCKET =
      key("client.scanner.log.fetch.max-bytes-for-bucket")
          .memoryType()
          .defaultValue(MemorySize.parse("1 mb"))
          .withDescription("Response limit per bucket.");

  public static final ConfigOption<Duration> CLIENT_SCANNER_LOG_FETCH_WAIT_MAX_TIME =
      key("client.scanner.log.fetch.wait-max-time")
          .durationType()
          .defaultValue(Duration.ofMillis(500))
          .withDescription("Server side long-poll time.");

  public static final ConfigOption<MemorySize> CLIENT_SCANNER_LOG_FETCH_MIN_BYTES =
      key("client.scanner.log.fetch.min-bytes")
          .memoryType()
          .defaultValue(MemorySize.parse("1 bytes"))
          .withDescription("Minimum bytes for an early answer.");

  public static final ConfigOption<Integer> CLIENT_LOOKUP_QUEUE_SIZE =
      key("client.lookup.queue-size")
          .intType()
          .defaultValue(25600)
          .withDescription("Pending lookups; a full queue blocks the caller.");

  public static final ConfigOption<Integer> CLIENT_LOOKUP_MAX_BATCH_SIZE =
      key("client.lookup.max-batch-size")
          .intType()
          .defaultValue(128)
          .withDescription("Lookups drained per round.");

  public static final ConfigOption<Integer> CLIENT_LOOKUP_MAX_INFLIGHT_SIZE =
      key("client.lookup.max-inflight-requests")
          .intType()
          .defaultValue(128)
          .withDescription("Outstanding lookup requests per connection.");

  public static final ConfigOption<Duration> CLIENT_LOOKUP_BATCH_TIMEOUT =
      key("client.lookup.batch-timeout")
          .durationType()
          .defaultValue(Duration.ofMillis(100))
          .withDescription("Max time to fill a round.");

  public static final ConfigOption<Integer> CLIENT_LOOKUP_MAX_RETRIES =
      key("client.lookup.max-retries")
          .intType()
          .defaultValue(Integer.MAX_VALUE)
          .withDescription("Retries per lookup.");

  public static final ConfigOption<Integer> CLIENT_SCANNER_REMOTE_LOG_PREFETCH_NUM =
      key("client.scanner.remote-log.prefetch-num")
          .intType()
          .defaultValue(4)
          .withDescription("Remote segments held locally per scanner.");

  public static final ConfigOption<String> CLIENT_SCANNER_IO_TMP_DIR =
      key("client.scanner.io.tmpdir")
          .stringType()
          .defaultValue(System.getProperty("java.io.tmpdir") + "/fluss")
          .withDescription("Directory for downloaded segments and kv snapshots.");

  public static final ConfigOption<Integer> REMOTE_FILE_DOWNLOAD_THREAD_NUM =
      key("client.remote-file.download-thread-num")
          .intType()
          .defaultValue(3)
          .withDescription("Download threads per connection.");

  public static final ConfigOption<Duration> FILESYSTEM_SECURITY_TOKEN_RENEWAL_RETRY_BACKOFF =
      key("client.filesystem.security.token.renewal.backoff")
          .durationType()
          .defaultValue(Duration.ofHours(1))
          .withDescription("Retry delay after a failed token fetch.");

  public static final ConfigOption<Double> FILESYSTEM_SECURITY_TOKEN_RENEWAL_TIME_RATIO =
      key("client.filesystem.security.token.renewal.time-ratio")
          .doubleType()
          .defaultValue(0.75)
          .withDescription("Renew after ratio x remaining validity.");

  public static final ConfigOption<Boolean> CLIENT_METRICS_ENABLED =
      key("client.metrics.enabled")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Report the metrics of the client; by JMX if metrics.reporters is " + "empty.");

  public static final ConfigOption<String> CLIENT_SASL_MECHANISM =
      key("client.security.sasl.mechanism")
          .stringType()
          .defaultValue("PLAIN")
          .withDescription("SASL mechanism (upper-cased).");

  public static final ConfigOption<String> CLIENT_SASL_JAAS_CONFIG =
      key("client.security.sasl.jaas.config")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Takes precedence over user name/password; must contain exactly one "
                  + "login module.");

  public static final ConfigOption<String> CLIENT_SASL_JAAS_USERNAME =
      key("client.security.sasl.username")
          .stringType()
          .noDefaultValue()
          .withDescription("User; must be set together with the password (PLAIN only).");

  public static final ConfigOption<String> CLIENT_SASL_JAAS_PASSWORD =
      key("client.security.sasl.password")
          .stringType()
          .noDefaultValue()
          .withDescription("Password; set together with the user name. Secret.");

  // ---- Table ----

  public static final ConfigOption<Integer> TABLE_REPLICATION_FACTOR =
      key("table.replication.factor")
          .intType()
          .noDefaultValue()
          .withDescription(
              "Replicas of the table. Filled from the cluster default at creation; "
                  + "required afterwards.");

  public static final ConfigOption<LogFormat> TABLE_LOG_FORMAT =
      key("table.log.format")
          .enumType(LogFormat.class)
          .defaultValue(LogFormat.ARROW)
          .withDescription(
              "Format of log records. A primary-key table of key-value format "
                  + "COMPACTED allows only ARROW or COMPACTED.");

  public static final ConfigOption<ArrowCompressionType> TABLE_LOG_ARROW_COMPRESSION_TYPE =
      key("table.log.arrow.compression.type")
          .enumType(ArrowCompressionType.class)
          .defaultValue(ArrowCompressionType.ZSTD)
          .withDescription("Arrow buffer compression.");

  public static final ConfigOption<Integer> TABLE_LOG_ARROW_COMPRESSION_ZSTD_LEVEL =
      key("table.log.arrow.compression.zstd.level")
          .intType()
          .defaultValue(3)
          .withDescription("ZSTD level.");

  public static final ConfigOption<KvFormat> TABLE_KV_FORMAT =
      key("table.kv.format")
          .enumType(KvFormat.class)
          .defaultValue(KvFormat.COMPACTED)
          .withDescription("Format of the rows of a primary-key table.");

  public static final ConfigOption<Integer> TABLE_KV_FORMAT_VERSION =
      key("table.kv.format-version")
          .intType()
          .noDefaultValue()
          .withDescription(
              "Version of the key encoding; tables without it have version 1, new "
                  + "primary-key tables get 2. Version 2 encodes a primary key that is not "
                  + "the bucket key without the lake encoder.");

  public static final ConfigOption<Boolean> TABLE_AUTO_PARTITION_ENABLED =
      key("table.auto-partition.enabled")
          .booleanType()
          .defaultValue(false)
          .withDescription("Automatic time partitions; only for partitioned tables.");

  public static final ConfigOption<String> TABLE_AUTO_PARTITION_KEY =
      key("table.auto-partition.key")
          .stringType()
          .noDefaultValue()
          .withDescription("Required with more than one partition key.");

  public static final ConfigOption<AutoPartitionTimeUnit> TABLE_AUTO_PARTITION_TIME_UNIT =
      key("table.auto-partition.time-unit")
          .enumType(AutoPartitionTimeUnit.class)
          .defaultValue(AutoPartitionTimeUnit.DAY)
          .withDescription("Granularity.");

  public static final ConfigOption<String> TABLE_AUTO_PARTITION_TIMEZONE =
      key("table.auto-partition.time-zone")
          .stringType()
          .defaultValue(ZoneId.systemDefault().getId())
          .withDescription("Zone used to compute \"now\".");

  public static final ConfigOption<Integer> TABLE_AUTO_PARTITION_NUM_PRECREATE =
      key("table.auto-partition.num-precreate")
          .intType()
          .defaultValue(2)
          .withDescription(
              "Partitions created ahead, counting the current one. Multi-key tables: "
                  + "forced to 0 when unset, >0 refused.");

  public static final ConfigOption<Integer> TABLE_AUTO_PARTITION_NUM_RETENTION =
      key("table.auto-partition.num-retention")
          .intType()
          .defaultValue(7)
          .withDescription("History partitions kept.");

  public static final ConfigOption<Duration> TABLE_LOG_TTL =
      key("table.log.ttl")
          .durationType()
          .defaultValue(Duration.ofDays(7))
          .withDescription(
              "How long log data is kept, remote segments included; -1 keeps it for " + "ever.")
          .withSpecialTexts(Map.of("-1", FOR_EVER, "-1 ms", FOR_EVER));

  public static final ConfigOption<Integer> TABLE_TIERED_LOG_LOCAL_SEGMENTS =
      key("table.log.tiered.local-segments")
          .intType()
          .defaultValue(2)
          .withDescription("Local segments kept when log tiering is on.");

  public static final ConfigOption<Boolean> TABLE_DATALAKE_ENABLED =
      key("table.datalake.enabled")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Tier the table to the lake. Refused when the cluster has no " + "datalake.format.");

  public static final ConfigOption<DataLakeFormat> TABLE_DATALAKE_FORMAT =
      key("table.datalake.format")
          .enumType(DataLakeFormat.class)
          .noDefaultValue()
          .withDescription(
              "Lake format; fixed at creation from the cluster value when unset; "
                  + "selects key encoder and bucketing function.");

  public static final ConfigOption<Duration> TABLE_DATALAKE_FRESHNESS =
      key("table.datalake.freshness")
          .durationType()
          .defaultValue(Duration.ofMinutes(3))
          .withDescription("Target lag of the lake table.");

  public static final ConfigOption<Boolean> TABLE_DATALAKE_AUTO_COMPACTION =
      key("table.datalake.auto-compaction")
          .booleanType()
          .defaultValue(false)
          .withDescription("Compact while tiering.");

  public static final ConfigOption<Boolean> TABLE_DATALAKE_AUTO_EXPIRE_SNAPSHOT =
      key("table.datalake.auto-expire-snapshot")
          .booleanType()
          .defaultValue(false)
          .withDescription("Expire old lake snapshots when tiering commits.");

  public static final ConfigOption<DeleteEncoding> TABLE_DATALAKE_DELETE_ENCODING =
      key("table.datalake.delete-encoding")
          .enumType(DeleteEncoding.class)
          .defaultValue(DeleteEncoding.POSITION)
          .withDescription(
              "How the Iceberg table of a primary-key table removes rows: POSITION deletes, which "
                  + "every engine reads, or EQUALITY deletes, which some refuse or ignore.");

  public static final ConfigOption<MergeEngineType> TABLE_MERGE_ENGINE =
      key("table.merge-engine")
          .enumType(MergeEngineType.class)
          .noDefaultValue()
          .withDescription("Merge engine of PK tables; refused on log tables.");

  public static final ConfigOption<String> TABLE_MERGE_ENGINE_VERSION_COLUMN =
      key("table.merge-engine.versioned.ver-column")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Required for VERSIONED; INT, BIGINT, TIMESTAMP or TIMESTAMP_LTZ " + "column.");

  public static final ConfigOption<DeleteBehavior> TABLE_DELETE_BEHAVIOR =
      key("table.delete.behavior")
          .enumType(DeleteBehavior.class)
          .defaultValue(DeleteBehavior.ALLOW)
          .withDescription(
              "What a delete does on a primary-key table: applied, ignored or "
                  + "refused. With a merge engine it is IGNORE if unset; FIRST_ROW and "
                  + "VERSIONED refuse ALLOW.");

  public static final ConfigOption<Long> TABLE_AUTO_INCREMENT_CACHE_SIZE =
      key("table.auto-increment.cache-size")
          .longType()
          .defaultValue(100000L)
          .withDescription("Ids reserved per fetch of the distributed counter.");

  public static final ConfigOption<ChangelogImage> TABLE_CHANGELOG_IMAGE =
      key("table.changelog.image")
          .enumType(ChangelogImage.class)
          .defaultValue(ChangelogImage.FULL)
          .withDescription(
              "FULL writes before and after images; WAL only after images (refused "
                  + "with AGGREGATION).");

  // ---- Tiering service ----

  public static final ConfigOption<Boolean> LAKE_TIERING_AUTO_EXPIRE_SNAPSHOT =
      key("lake.tiering.auto-expire-snapshot")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Expire old lake snapshots of every table that the tiering service "
                  + "commits, whatever the table says.");

  public static final ConfigOption<Duration> LAKE_TIERING_LEASE_TIMEOUT =
      key("lake.tiering.lease-timeout")
          .durationType()
          .defaultValue(Duration.ofMinutes(2))
          .withDescription(
              "How long the coordinator waits for a tiering runner it no longer hears of before"
                  + " another gets the table; at least 1 s. Runners report once in their poll"
                  + " interval: 1 s in the tiering service, 30 s in the released Flink job. The"
                  + " tiering service needs the same value.");

  /** How rows are removed from an Iceberg table. */
  @PublicEvolving
  public enum DeleteEncoding {
    POSITION,
    EQUALITY
  }

  /** How RocksDB compacts. */
  @PublicEvolving
  public enum CompactionStyle {
    LEVEL,
    UNIVERSAL,
    FIFO,
    NONE
  }

  /** How much RocksDB writes into its info log. */
  @PublicEvolving
  public enum InfoLogLevel {
    DEBUG_LEVEL,
    INFO_LEVEL,
    WARN_LEVEL,
    ERROR_LEVEL,
    FATAL_LEVEL,
    HEADER_LEVEL,
    NUM_INFO_LOG_LEVELS
  }

  /** How RocksDB compresses. */
  @PublicEvolving
  public enum KvCompressionType {
    NO,
    SNAPPY,
    LZ4,
    ZSTD
  }

  /** How a writer chooses the bucket of a row without bucket key. */
  @PublicEvolving
  public enum NoKeyAssigner {
    /** One bucket after the other. */
    ROUND_ROBIN,
    /** The same bucket until its batch is full. */
    STICKY
  }

  /** Options by key; made on first use, when all constants exist. */
  private static final class Registry {
    private static final Map<String, ConfigOption<?>> BY_KEY = collect();

    private static Map<String, ConfigOption<?>> collect() {
      Map<String, ConfigOption<?>> options = new LinkedHashMap<>();
      for (Field field : ConfigOptions.class.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
          try {
            ConfigOption<?> option = (ConfigOption<?>) field.get(null);
            options.put(option.key(), option);
          } catch (IllegalAccessException e) {
            throw new IllegalStateException("Option " + field.getName() + " is not public", e);
          }
        }
      }
      return Collections.unmodifiableMap(options);
    }
  }
}
