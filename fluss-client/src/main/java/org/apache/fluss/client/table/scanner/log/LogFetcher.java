// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.metrics.ScannerMetricGroup;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.cluster.Cluster;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.MemorySize;
import org.apache.fluss.exception.AuthorizationException;
import org.apache.fluss.exception.FetchException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.exception.InvalidMetadataException;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePartition;
import org.apache.fluss.record.FileLogRecords;
import org.apache.fluss.record.LogRecordBatch;
import org.apache.fluss.record.LogRecordReadContext;
import org.apache.fluss.record.MemoryLogRecords;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.PbFetchLogReqForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogReqForTable;
import org.apache.fluss.rpc.messages.PbFetchLogRespForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogRespForTable;
import org.apache.fluss.rpc.messages.PbRemoteLogFetchInfo;
import org.apache.fluss.rpc.messages.PbRemoteLogSegment;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.types.RowType;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the logs of subscribed buckets ahead of the reader, within bounds: a bucket is asked for
 * again while the reader still has the last answer, and an answer sends the next request itself.
 * One thread polls; answers come on network threads.
 */
@Internal
final class LogFetcher implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LogFetcher.class);

  /** Requests to one server that are not answered, of different buckets. */
  private static final int MAX_REQUESTS_PER_SERVER = 8;

  /** How many answers of the largest size may wait for the reader, all buckets together. */
  private static final int MAX_READ_AHEAD = 4;

  private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MAX_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** An answer without data that comes sooner was not waited for, the next one is put off. */
  private static final long HASTY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final long NOT_PARTITIONED = -1;

  private final TableInfo table;
  private final MetadataUpdater metadata;
  private final ScannerMetricGroup metrics;
  private final Clock clock;
  private final int[] ascending;
  private final LogRecordReadContext wholeContext;
  private final LogRecordReadContext projectedContext;
  private final RemoteSegments remote;
  private final boolean checkCrc;
  private final int maxPollRecords;
  private final int maxBytes;
  private final int maxBucketBytes;
  private final int minBytes;
  private final int maxWaitMs;
  private final long readAheadBytes;

  private final Map<TableBucket, FetchPosition> positions = new LinkedHashMap<>();
  private final Deque<FetchPosition> ready = new ArrayDeque<>();
  private final Map<Integer, Integer> requests = new HashMap<>();
  private final Set<Long> refreshing = new HashSet<>();
  private volatile boolean pushDown;
  private long fetchedBytes;
  private long nextRetryNanos = Long.MAX_VALUE;
  private boolean changed;
  private boolean wakeup;
  private boolean closed;

  /** What is being read; of the thread that polls. */
  private FetchedLog current;

  LogFetcher(
      Configuration conf,
      TableInfo table,
      MetadataUpdater metadata,
      RemoteFileDownloader downloader,
      int[] projection,
      SchemaGetter schemas,
      ScannerMetricGroup metrics,
      Clock clock) {
    this.table = table;
    this.metadata = metadata;
    this.metrics = metrics;
    this.clock = clock;
    checkProjection(projection, table.getRowType());
    LogFormat format = table.getTableConfig().getLogFormat();
    this.ascending = projection == null ? null : projection.clone();
    boolean twice = false;
    if (ascending != null) {
      Arrays.sort(ascending);
      for (int i = 1; i < ascending.length; i++) {
        twice |= ascending[i] == ascending[i - 1];
      }
    }
    this.pushDown =
        ascending != null && ascending.length > 0 && !twice && format == LogFormat.ARROW;
    this.wholeContext =
        LogRecordReadContext.ofWholeBatches(
            format, table.getSchema(), schemas::getSchema, projection);
    this.projectedContext =
        pushDown ? LogRecordReadContext.ofProjectedBatches(table.getSchema(), projection) : null;
    this.remote = new RemoteSegments(conf, downloader, metrics);
    this.checkCrc = conf.get(ConfigOptions.CLIENT_SCANNER_LOG_CHECK_CRC);
    this.maxPollRecords = conf.get(ConfigOptions.CLIENT_SCANNER_LOG_MAX_POLL_RECORDS);
    this.maxBytes = bytes(conf, ConfigOptions.CLIENT_SCANNER_LOG_FETCH_MAX_BYTES);
    this.maxBucketBytes = bytes(conf, ConfigOptions.CLIENT_SCANNER_LOG_FETCH_MAX_BYTES_FOR_BUCKET);
    this.minBytes = bytes(conf, ConfigOptions.CLIENT_SCANNER_LOG_FETCH_MIN_BYTES);
    this.maxWaitMs =
        (int)
            Math.min(
                conf.get(ConfigOptions.CLIENT_SCANNER_LOG_FETCH_WAIT_MAX_TIME).toMillis(),
                Integer.MAX_VALUE);
    this.readAheadBytes = (long) MAX_READ_AHEAD * maxBytes;
  }

  private static void checkProjection(int[] projection, RowType type) {
    for (int column : projection == null ? new int[0] : projection) {
      if (column < 0 || column >= type.getFieldCount()) {
        throw new IllegalArgumentException(
            "Column " + column + " does not exist, the table has " + type + ".");
      }
    }
  }

  private static int bytes(Configuration conf, ConfigOption<MemorySize> option) {
    long bytes = conf.get(option).getBytes();
    if (bytes > Integer.MAX_VALUE) {
      throw new IllegalConfigurationException(option.key() + " must be less than 2 GB.");
    }
    return (int) bytes;
  }

  // ---- subscriptions; on the thread that polls

  synchronized boolean hasSubscriptions() {
    return !positions.isEmpty();
  }

  /** First offset of a subscribed bucket that was not polled; negative if not known yet. */
  synchronized long position(TableBucket bucket) {
    return positions.get(bucket).position;
  }

  void subscribe(TableBucket bucket, long offset) {
    unsubscribe(bucket);
    synchronized (this) {
      positions.put(bucket, new FetchPosition(bucket, offset));
      changed = true;
    }
  }

  void unsubscribe(TableBucket bucket) {
    List<FetchedLog> dropped = new ArrayList<>();
    synchronized (this) {
      FetchPosition position = positions.remove(bucket);
      if (position == null) {
        return;
      }
      drop(position, dropped);
      ready.remove(position);
    }
    dropped.forEach(FetchedLog::done);
  }

  /** Needs the monitor. */
  private void drop(FetchPosition position, List<FetchedLog> dropped) {
    position.dropped = true;
    fetchedBytes -= position.fetchedBytes;
    position.fetchedBytes = 0;
    dropped.addAll(position.fetched);
    position.fetched.clear();
    if (current != null && current.bucket == position) {
      dropped.add(current);
      current = null;
    }
  }

  // ---- polling

  Map<TableBucket, List<ScanRecord>> poll(Duration timeout) {
    return poll(timeout, () -> false);
  }

  /**
   * @param enough asked whenever the positions may have moved: ends the wait without rows
   */
  Map<TableBucket, List<ScanRecord>> poll(Duration timeout, BooleanSupplier enough) {
    long start = clock.nanoseconds();
    long timeoutNanos = nanos(timeout);
    while (true) {
      Map<TableBucket, List<ScanRecord>> records = collect();
      sendFetches();
      if (!records.isEmpty() || enough.getAsBoolean()) {
        return records;
      }
      synchronized (this) {
        while (ready.isEmpty()) {
          if (wakeup) {
            wakeup = false;
            return Collections.emptyMap();
          }
          long now = clock.nanoseconds();
          long left = timeoutNanos - (now - start);
          if (left <= 0) {
            return Collections.emptyMap();
          }
          long wait = Math.min(left, nextRetryNanos - now);
          if (wait <= 0 || changed) {
            break;
          }
          try {
            TimeUnit.NANOSECONDS.timedWait(this, wait);
          } catch (InterruptedException e) {
            LOG.debug("A poll was interrupted.");
            return Collections.emptyMap();
          }
        }
      }
    }
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  synchronized void wakeup() {
    wakeup = true;
    notifyAll();
  }

  private Map<TableBucket, List<ScanRecord>> collect() {
    Map<TableBucket, List<ScanRecord>> records = new HashMap<>();
    int left = maxPollRecords;
    while (left > 0 && (current != null || next())) {
      FetchedLog log = current;
      if (log.failure() != null) {
        if (!records.isEmpty()) {
          break;
        }
        if (!log.failureStays()) {
          finish(log);
        }
        throw log.failure();
      }
      List<ScanRecord> rows = records.get(log.bucket.bucket);
      boolean isNew = rows == null;
      if (isNew) {
        rows = new ArrayList<>(Math.min(left, 512));
      }
      boolean exhausted;
      int taken = rows.size();
      try {
        log.take(left, maxPollRecords - left, rows);
        exhausted = log.isExhausted();
      } catch (RuntimeException e) {
        exhausted = false;
        log.done();
        current = new FetchedLog(log.bucket, unreadable(log.bucket, e), true);
      }
      taken = rows.size() - taken;
      if (isNew && taken > 0) {
        records.put(log.bucket.bucket, rows);
      }
      left -= taken;
      if (exhausted) {
        finish(log);
      } else if (taken == 0 && current == log) {
        // the next two rows belong together and do not fit this poll
        break;
      }
    }
    return records;
  }

  private FetchException unreadable(FetchPosition position, RuntimeException cause) {
    return new FetchException(
        String.format(
            "The log of %s of table %s cannot be read behind offset %d: %s",
            position.bucket, table.getTablePath(), position.position, cause.getMessage()),
        cause);
  }

  /** Takes up the next answer, of the bucket that waited longest. */
  private synchronized boolean next() {
    FetchPosition position = ready.poll();
    if (position == null) {
      return false;
    }
    position.ready = false;
    current = position.fetched.poll();
    return true;
  }

  private void finish(FetchedLog log) {
    log.done();
    synchronized (this) {
      current = null;
      FetchPosition position = log.bucket;
      if (!position.dropped) {
        position.fetchedBytes -= log.sizeInBytes;
        fetchedBytes -= log.sizeInBytes;
        enlist(position);
        changed = true;
      }
    }
  }

  /** Needs the monitor. */
  private void enlist(FetchPosition position) {
    boolean reading = current != null && current.bucket == position;
    if (!position.ready && !reading && !position.fetched.isEmpty()) {
      position.ready = true;
      ready.add(position);
    }
  }

  // ---- asking

  /** One request; what it asks for by bucket. */
  private static final class Fetch {
    final int server;
    final boolean projected;
    final Map<TableBucket, FetchPosition> positions = new HashMap<>();
    long sentNanos;

    Fetch(int server, boolean projected) {
      this.server = server;
      this.projected = projected;
    }
  }

  void sendFetches() {
    Map<Integer, Fetch> fetches = new HashMap<>();
    Set<Long> unknown = new HashSet<>();
    boolean projected = pushDown;
    synchronized (this) {
      long now = clock.nanoseconds();
      if (closed || !changed && now < nextRetryNanos) {
        return;
      }
      changed = false;
      nextRetryNanos = Long.MAX_VALUE;
      Cluster cluster = metadata.getCluster();
      for (FetchPosition position : positions.values()) {
        if (position.inFlight
            || position.downloading
            || position.fetchedBytes >= maxBucketBytes
            || fetchedBytes >= readAheadBytes) {
          continue;
        }
        if (position.notBeforeNanos > now) {
          nextRetryNanos = Math.min(nextRetryNanos, position.notBeforeNanos);
          continue;
        }
        Integer leader = cluster.leaderFor(position.bucket);
        if (leader == null) {
          long partition = partition(position);
          if (refreshing.add(partition)) {
            unknown.add(partition);
          }
        } else if (requests.getOrDefault(leader, 0) < MAX_REQUESTS_PER_SERVER) {
          fetches
              .computeIfAbsent(leader, server -> new Fetch(server, projected))
              .positions
              .put(position.bucket, position);
        }
      }
      for (Fetch fetch : fetches.values()) {
        requests.merge(fetch.server, 1, Integer::sum);
        fetch.sentNanos = now;
        fetch.positions.values().forEach(position -> position.inFlight = true);
      }
    }
    unknown.forEach(this::refresh);
    fetches.values().forEach(this::send);
  }

  private static long partition(FetchPosition position) {
    Long id = position.bucket.getPartitionId();
    return id == null ? NOT_PARTITIONED : id;
  }

  private void refresh(long partition) {
    metadata
        .refresh(
            Collections.singleton(table.getTablePath()),
            Collections.emptySet(),
            partition == NOT_PARTITIONED
                ? Collections.emptySet()
                : Collections.singleton(partition))
        .whenComplete(
            (nothing, failure) -> {
              if (failure != null) {
                LOG.warn(
                    "Metadata of table {} cannot be fetched, reading it goes on later.",
                    table.getTablePath(),
                    failure);
              }
              synchronized (this) {
                refreshing.remove(partition);
                for (FetchPosition position : positions.values()) {
                  if (partition(position) == partition && !position.inFlight) {
                    putOff(position);
                  }
                }
              }
              sendFetches();
            });
  }

  private void send(Fetch fetch) {
    FetchLogRequest request =
        new FetchLogRequest()
            .setFollowerServerId(-1)
            .setMaxBytes(maxBytes)
            .setMinBytes(minBytes)
            .setMaxWaitMs(maxWaitMs);
    PbFetchLogReqForTable tableRequest =
        request
            .addTablesReq()
            .setTableId(table.getTableId())
            .setProjectionPushdownEnabled(fetch.projected);
    if (fetch.projected) {
      tableRequest.setProjectedFields(ascending);
    }
    for (FetchPosition position : fetch.positions.values()) {
      PbFetchLogReqForBucket entry =
          tableRequest
              .addBucketsReq()
              .setBucketId(position.bucket.getBucket())
              .setFetchOffset(position.fetchOffset)
              .setMaxFetchBytes(maxBucketBytes);
      if (position.bucket.getPartitionId() != null) {
        entry.setPartitionId(position.bucket.getPartitionId());
      }
    }
    metrics.fetched();
    metadata
        .newTabletServerClientForNode(fetch.server)
        .fetchLog(request)
        .whenComplete((answer, failure) -> answered(fetch, answer, failure));
  }

  // ---- answers

  private void answered(Fetch fetch, FetchLogResponse answer, Throwable failure) {
    List<Runnable> downloads = new ArrayList<>();
    synchronized (this) {
      requests.merge(fetch.server, -1, Integer::sum);
      fetch.positions.values().forEach(position -> position.inFlight = false);
      changed = true;
      if (failure != null) {
        failed(fetch, Errors.unwrap(failure));
      } else {
        metrics.answered(
            TimeUnit.NANOSECONDS.toMillis(clock.nanoseconds() - fetch.sentNanos),
            answer.getTablesRespList().stream()
                .flatMap(tableAnswer -> tableAnswer.getBucketsRespList().stream())
                .filter(PbFetchLogRespForBucket::hasRecords)
                .mapToLong(entry -> entry.getRecordsSlice().readableBytes())
                .sum());
        boolean hasData = false;
        for (PbFetchLogRespForTable tableAnswer : answer.getTablesRespList()) {
          for (PbFetchLogRespForBucket entry : tableAnswer.getBucketsRespList()) {
            TableBucket bucket =
                new TableBucket(
                    tableAnswer.getTableId(),
                    entry.hasPartitionId() ? entry.getPartitionId() : null,
                    entry.getBucketId());
            FetchPosition position = fetch.positions.get(bucket);
            if (position != null && !position.dropped) {
              hasData |= answered(fetch, position, entry, downloads);
            }
          }
        }
        if (!hasData && minBytes > 0 && clock.nanoseconds() - fetch.sentNanos < HASTY_NANOS) {
          fetch.positions.values().forEach(this::putOff);
        }
      }
      if (!ready.isEmpty() || failure != null) {
        notifyAll();
      }
    }
    downloads.forEach(Runnable::run);
    sendFetches();
    synchronized (this) {
      if (nextRetryNanos != Long.MAX_VALUE) {
        notifyAll();
      }
    }
  }

  /** Asks for a bucket later. Needs the monitor. */
  private void putOff(FetchPosition position) {
    long backoff =
        Math.min(MAX_BACKOFF_NANOS, FIRST_BACKOFF_NANOS << Math.min(position.failures++, 10));
    double jitter = 0.8 + 0.4 * ThreadLocalRandom.current().nextDouble();
    position.notBeforeNanos = clock.nanoseconds() + (long) (backoff * jitter);
    changed = true;
  }

  private void failed(Fetch fetch, Throwable cause) {
    if (cause instanceof AuthorizationException) {
      RuntimeException denied = (AuthorizationException) cause;
      fetch.positions.values().stream()
          .filter(p -> !p.dropped)
          .findFirst()
          .ifPresent(position -> deliver(new FetchedLog(position, denied, false)));
    } else {
      LOG.debug("A fetch from server {} failed, it is sent again.", fetch.server, cause);
    }
    if (cause instanceof InvalidMetadataException) {
      Set<TablePartition> partitions = new HashSet<>();
      for (FetchPosition position : fetch.positions.values()) {
        if (position.bucket.getPartitionId() != null) {
          partitions.add(new TablePartition(table.getTableId(), position.bucket.getPartitionId()));
        }
      }
      Set<PhysicalTablePath> paths =
          metadata.getPhysicalTablePathByIds(Collections.emptySet(), partitions);
      if (!table.isPartitioned()) {
        paths.add(PhysicalTablePath.of(table.getTablePath()));
      }
      metadata.invalidPhysicalTableBucketMeta(paths);
    }
    fetch.positions.values().forEach(this::putOff);
  }

  /** Whether there is something new for the bucket. Needs the monitor. */
  private boolean answered(
      Fetch fetch,
      FetchPosition position,
      PbFetchLogRespForBucket entry,
      List<Runnable> downloads) {
    ApiError error = ApiError.fromErrorMessage(entry);
    if (error.isFailure()) {
      failed(fetch, position, error);
      return true;
    }
    if (entry.hasRemoteLogFetchInfo()) {
      position.downloading = true;
      PbRemoteLogFetchInfo info = entry.getRemoteLogFetchInfo();
      downloads.add(() -> download(position, info));
      return true;
    }
    ByteBuf records = entry.hasRecords() ? entry.getRecordsSlice() : null;
    if (records == null || !records.isReadable()) {
      return false;
    }
    MemoryLogRecords log = memory(records);
    long end = -1;
    try {
      for (LogRecordBatch batch : log.batches()) {
        end = batch.nextLogOffset();
      }
    } catch (RuntimeException e) {
      deliver(new FetchedLog(position, unreadable(position, e), false));
      return true;
    }
    if (end <= position.fetchOffset) {
      return false;
    }
    position.fetchOffset = end;
    position.failures = 0;
    deliver(
        new FetchedLog(
            position,
            log.sizeInBytes(),
            log.batches().iterator(),
            fetch.projected ? projectedContext : wholeContext,
            checkCrc && !fetch.projected,
            () -> {}));
    return true;
  }

  private static MemoryLogRecords memory(ByteBuf records) {
    if (records.hasArray()) {
      return MemoryLogRecords.pointToBytes(
          records.array(), records.arrayOffset() + records.readerIndex(), records.readableBytes());
    }
    byte[] copy = new byte[records.readableBytes()];
    records.getBytes(records.readerIndex(), copy);
    return MemoryLogRecords.pointToBytes(copy);
  }

  private void deliver(FetchedLog log) {
    FetchPosition position = log.bucket;
    position.fetched.add(log);
    position.fetchedBytes += log.sizeInBytes;
    fetchedBytes += log.sizeInBytes;
    enlist(position);
    notifyAll();
  }

  private void failed(Fetch fetch, FetchPosition position, ApiError error) {
    switch (error.error()) {
      case NOT_LEADER_OR_FOLLOWER:
      case LOG_STORAGE_EXCEPTION:
      case KV_STORAGE_EXCEPTION:
      case STORAGE_EXCEPTION:
      case FENCED_LEADER_EPOCH_EXCEPTION:
      case UNKNOWN_TABLE_OR_BUCKET_EXCEPTION:
        LOG.debug("Reading {} goes on after new metadata: {}", position.bucket, error);
        metadata
            .getBucketLocation(position.bucket)
            .ifPresent(
                location ->
                    metadata.invalidPhysicalTableBucketMeta(
                        Collections.singleton(location.getPhysicalTablePath())));
        putOff(position);
        break;
      case UNKNOWN_SERVER_ERROR:
        LOG.warn("Reading {} failed on the server, trying again: {}", position.bucket, error);
        putOff(position);
        break;
      case INVALID_COLUMN_PROJECTION:
        if (fetch.projected) {
          // a batch is older than one of the columns: take whole batches from now on
          pushDown = false;
          break;
        }
        deliver(new FetchedLog(position, refused(position, error), false));
        break;
      case AUTHORIZATION_EXCEPTION:
        deliver(new FetchedLog(position, error.exception(), false));
        putOff(position);
        break;
      default:
        deliver(new FetchedLog(position, refused(position, error), false));
        putOff(position);
        break;
    }
  }

  private FetchException refused(FetchPosition position, ApiError error) {
    String problem =
        error.error() == Errors.LOG_OFFSET_OUT_OF_RANGE_EXCEPTION
            ? "is out of range"
            : "cannot be read";
    return new FetchException(
        String.format(
            "Offset %d of %s of table %s %s: %s",
            position.fetchOffset, position.bucket, table.getTablePath(), problem, error.message()),
        error.exception());
  }

  // ---- remote segments

  private void download(FetchPosition position, PbRemoteLogFetchInfo info) {
    List<PbRemoteLogSegment> segments = info.getRemoteLogSegmentsList();
    List<RemoteLogDownloadFuture> files = new ArrayList<>();
    for (PbRemoteLogSegment segment : segments) {
      files.add(remote.request(info.getRemoteLogTabletDir(), segment));
    }
    int firstPosition = info.hasFirstStartPos() ? info.getFirstStartPos() : 0;
    downloaded(position, segments, files, 0, firstPosition);
  }

  /** Hands the segments to the reader in their order, each as soon as it is there. */
  private void downloaded(
      FetchPosition position,
      List<PbRemoteLogSegment> segments,
      List<RemoteLogDownloadFuture> files,
      int index,
      int startPosition) {
    if (index == segments.size()) {
      synchronized (this) {
        position.downloading = false;
        changed = true;
      }
      sendFetches();
      return;
    }
    RemoteLogDownloadFuture file = files.get(index);
    file.onComplete(
        () -> {
          if (!open(position, segments.get(index), file, startPosition)) {
            files.subList(index, files.size()).forEach(late -> late.getRecycleCallback().run());
            return;
          }
          downloaded(position, segments, files, index + 1, 0);
        });
  }

  private boolean open(
      FetchPosition position,
      PbRemoteLogSegment segment,
      RemoteLogDownloadFuture file,
      int startPosition) {
    synchronized (this) {
      if (closed || position.dropped) {
        return false;
      }
      FetchedLog log;
      try {
        FileLogRecords records = file.getFileLogRecords(startPosition);
        Iterator<LogRecordBatch> batches = records.batches().iterator();
        log =
            new FetchedLog(
                position,
                0,
                batches,
                wholeContext,
                checkCrc,
                () -> {
                  close(records);
                  file.getRecycleCallback().run();
                });
      } catch (RuntimeException e) {
        deliver(new FetchedLog(position, unreadable(position, e), true));
        return false;
      }
      position.fetchOffset = Math.max(position.fetchOffset, segment.getRemoteLogEndOffset());
      deliver(log);
      return true;
    }
  }

  private static void close(FileLogRecords records) {
    try {
      records.closeHandlers();
    } catch (IOException e) {
      LOG.warn("{} cannot be closed.", records, e);
    }
  }

  @Override
  public void close() {
    List<FetchedLog> dropped = new ArrayList<>();
    synchronized (this) {
      closed = true;
      positions.values().forEach(position -> drop(position, dropped));
      positions.clear();
      ready.clear();
      notifyAll();
    }
    dropped.forEach(FetchedLog::done);
    remote.close();
    wholeContext.close();
    if (projectedContext != null) {
      projectedContext.close();
    }
  }
}
