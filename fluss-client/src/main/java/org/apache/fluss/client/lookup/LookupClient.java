// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.InvalidMetadataException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.exception.RetriableException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.PbLookupReqForBucket;
import org.apache.fluss.rpc.messages.PbLookupRespForBucket;
import org.apache.fluss.rpc.messages.PbPrefixLookupReqForBucket;
import org.apache.fluss.rpc.messages.PbPrefixLookupRespForBucket;
import org.apache.fluss.rpc.messages.PbValue;
import org.apache.fluss.rpc.messages.PbValueList;
import org.apache.fluss.rpc.messages.PrefixLookupRequest;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine all lookups of a connection share. A lookup that comes alone goes out at once; while
 * requests are under way others wait for the next answer, a moment at most, and go out together.
 * Thread-safe.
 */
@Internal
public class LookupClient {
  private static final Logger LOG = LoggerFactory.getLogger(LookupClient.class);

  /** Name of the thread that sends lookups. */
  public static final String LOOKUP_THREAD_PREFIX = "fluss-lookup-sender";

  private static final long FIRST_BACKOFF_MS = 10;
  private static final long MAX_BACKOFF_MS = 1000;
  private static final long IDLE_WAIT_MS = 200;

  /** Requests under way that keep a server busy: what comes then may wait for company. */
  private static final int BUSY_REQUESTS = 2;

  private static final long COMPANY_WAIT_MICROS = 1000;

  /** What lookups of one request have in common. */
  private enum Kind {
    LOOKUP,
    INSERT,
    PREFIX
  }

  private static final class Query {
    final TablePath table;
    final TableBucket bucket;
    final byte[] key;
    final Kind kind;
    final CompletableFuture<List<byte[]>> found = new CompletableFuture<>();
    int attempts;

    Query(TablePath table, TableBucket bucket, byte[] key, Kind kind) {
      this.table = table;
      this.bucket = bucket;
      this.key = key;
      this.kind = kind;
    }
  }

  private final MetadataUpdater metadata;
  private final ScheduledExecutorService scheduler;
  private final BlockingQueue<Query> queue;
  private final Map<TableBucket, CompletableFuture<Void>> refreshes = new ConcurrentHashMap<>();
  private final int maxBatch;
  private final int maxRetries;
  private final int acks;
  private final int timeoutMs;
  private final int maxInFlight;
  private final Semaphore inFlight;
  private final Semaphore answers = new Semaphore(0);
  private final long companyWaitMicros;
  private final Thread thread;
  private volatile boolean closed;

  public LookupClient(
      Configuration conf,
      MetadataUpdater metadata,
      ScheduledExecutorService scheduler,
      ThreadFactory threads) {
    this(conf, metadata, scheduler, threads, COMPANY_WAIT_MICROS);
  }

  LookupClient(
      Configuration conf,
      MetadataUpdater metadata,
      ScheduledExecutorService scheduler,
      ThreadFactory threads,
      long companyWaitMicros) {
    this.companyWaitMicros = companyWaitMicros;
    this.metadata = metadata;
    this.scheduler = scheduler;
    this.queue = new ArrayBlockingQueue<>(conf.get(ConfigOptions.CLIENT_LOOKUP_QUEUE_SIZE));
    this.maxBatch = conf.get(ConfigOptions.CLIENT_LOOKUP_MAX_BATCH_SIZE);
    this.maxRetries = conf.get(ConfigOptions.CLIENT_LOOKUP_MAX_RETRIES);
    String acksText = conf.get(ConfigOptions.CLIENT_WRITER_ACKS);
    this.acks = acksText.equals("all") ? -1 : Integer.parseInt(acksText);
    this.timeoutMs = (int) conf.get(ConfigOptions.CLIENT_REQUEST_TIMEOUT).toMillis();
    this.maxInFlight = conf.get(ConfigOptions.CLIENT_LOOKUP_MAX_INFLIGHT_SIZE);
    this.inFlight = new Semaphore(maxInFlight);
    this.thread = threads.newThread(this::run);
    thread.start();
  }

  /**
   * Looks up a primary key.
   *
   * @return the stored value; null if there is none
   */
  public CompletableFuture<byte[]> lookup(
      TablePath tablePath, TableBucket tableBucket, byte[] key, boolean insertIfNotExists) {
    Kind kind = insertIfNotExists ? Kind.INSERT : Kind.LOOKUP;
    return put(new Query(tablePath, tableBucket, key, kind)).thenApply(values -> values.get(0));
  }

  /** Looks up all keys with a prefix; gives the stored values. */
  public CompletableFuture<List<byte[]>> prefixLookup(
      TablePath tablePath, TableBucket tableBucket, byte[] prefix) {
    return put(new Query(tablePath, tableBucket, prefix, Kind.PREFIX));
  }

  private CompletableFuture<List<byte[]>> put(Query query) {
    try {
      while (true) {
        if (closed) {
          throw new IllegalStateException("The lookup client is closed, with its connection.");
        }
        if (queue.offer(query, IDLE_WAIT_MS, TimeUnit.MILLISECONDS)) {
          if (closed) {
            failOpen();
          }
          return query.found;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlussRuntimeException("Interrupted while a lookup waited to be sent.", e);
    }
  }

  // ---- the sender thread

  private void run() {
    List<Query> batch = new ArrayList<>();
    while (!closed) {
      try {
        Query first = queue.poll(IDLE_WAIT_MS, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        inFlight.acquire();
        batch.add(first);
        awaitCompany();
        queue.drainTo(batch, maxBatch - 1);
        inFlight.release();
        send(batch);
      } catch (InterruptedException e) {
        LOG.debug("The lookup thread stops.");
        break;
      } catch (RuntimeException e) {
        LOG.error("Sending lookups failed unexpectedly; they fail.", e);
        batch.forEach(query -> query.found.completeExceptionally(e));
      }
      batch.clear();
    }
    failOpen();
  }

  /** Few large requests cost less than many small ones, and under load none is later for it. */
  private void awaitCompany() throws InterruptedException {
    answers.drainPermits();
    int underWay = maxInFlight - 1 - inFlight.availablePermits();
    if (underWay >= BUSY_REQUESTS && queue.size() < maxBatch - 1) {
      answers.tryAcquire(companyWaitMicros, TimeUnit.MICROSECONDS);
    }
  }

  private void answerCame() {
    inFlight.release();
    answers.release();
  }

  private void send(List<Query> batch) throws InterruptedException {
    Map<List<Object>, Map<TableBucket, List<Query>>> requests = new HashMap<>();
    for (Query query : batch) {
      Integer leader = metadata.getCluster().leaderFor(query.bucket);
      if (leader == null) {
        findLeader(query);
        continue;
      }
      requests
          .computeIfAbsent(
              List.of(leader, query.bucket.getTableId(), query.kind), key -> new HashMap<>())
          .computeIfAbsent(query.bucket, bucket -> new ArrayList<>())
          .add(query);
    }
    for (Map.Entry<List<Object>, Map<TableBucket, List<Query>>> request : requests.entrySet()) {
      inFlight.acquire();
      TabletServerGateway gateway =
          metadata.newTabletServerClientForNode((Integer) request.getKey().get(0));
      long tableId = (Long) request.getKey().get(1);
      Kind kind = (Kind) request.getKey().get(2);
      if (kind == Kind.PREFIX) {
        sendPrefixLookup(gateway, tableId, request.getValue());
      } else {
        sendLookup(gateway, tableId, kind, request.getValue());
      }
    }
  }

  private void sendLookup(
      TabletServerGateway gateway, long tableId, Kind kind, Map<TableBucket, List<Query>> queries) {
    LookupRequest request = new LookupRequest().setTableId(tableId);
    if (kind == Kind.INSERT) {
      request.setInsertIfNotExists(true).setAcks(acks).setTimeoutMs(timeoutMs);
    }
    queries.forEach(
        (bucket, asked) -> {
          PbLookupReqForBucket entry = request.addBucketsReq().setBucketId(bucket.getBucket());
          if (bucket.getPartitionId() != null) {
            entry.setPartitionId(bucket.getPartitionId());
          }
          asked.forEach(query -> entry.addKeys(query.key));
        });
    gateway
        .lookup(request)
        .whenComplete(
            (answer, failure) -> {
              answerCame();
              if (failure == null) {
                for (PbLookupRespForBucket entry : answer.getBucketsRespList()) {
                  Long partition = entry.hasPartitionId() ? entry.getPartitionId() : null;
                  List<List<byte[]>> values = new ArrayList<>();
                  for (PbValue value : entry.getValuesList()) {
                    List<byte[]> one = new ArrayList<>(1);
                    one.add(value.hasValues() ? value.getValues() : null);
                    values.add(one);
                  }
                  answered(
                      queries.remove(new TableBucket(tableId, partition, entry.getBucketId())),
                      ApiError.fromErrorMessage(entry),
                      values);
                }
              }
              unanswered(queries, failure);
            });
  }

  private void sendPrefixLookup(
      TabletServerGateway gateway, long tableId, Map<TableBucket, List<Query>> queries) {
    PrefixLookupRequest request = new PrefixLookupRequest().setTableId(tableId);
    queries.forEach(
        (bucket, asked) -> {
          PbPrefixLookupReqForBucket entry =
              request.addBucketsReq().setBucketId(bucket.getBucket());
          if (bucket.getPartitionId() != null) {
            entry.setPartitionId(bucket.getPartitionId());
          }
          asked.forEach(query -> entry.addKeys(query.key));
        });
    gateway
        .prefixLookup(request)
        .whenComplete(
            (answer, failure) -> {
              answerCame();
              if (failure == null) {
                for (PbPrefixLookupRespForBucket entry : answer.getBucketsRespList()) {
                  Long partition = entry.hasPartitionId() ? entry.getPartitionId() : null;
                  answered(
                      queries.remove(new TableBucket(tableId, partition, entry.getBucketId())),
                      ApiError.fromErrorMessage(entry),
                      entry.getValueListsList().stream()
                          .map(PbValueList::getValuesList)
                          .collect(Collectors.toList()));
                }
              }
              unanswered(queries, failure);
            });
  }

  // ---- answers

  private void answered(List<Query> asked, ApiError error, List<List<byte[]>> values) {
    if (asked == null) {
      return;
    }
    if (error.isFailure()) {
      asked.forEach(query -> failed(query, error.exception()));
    } else if (values.size() != asked.size()) {
      ApiException cause =
          new UnknownTableOrBucketException(
              "The server answered " + values.size() + " of " + asked.size() + " lookups.");
      asked.forEach(query -> failed(query, cause));
    } else {
      for (int i = 0; i < values.size(); i++) {
        asked.get(i).found.complete(values.get(i));
      }
    }
  }

  private void unanswered(Map<TableBucket, List<Query>> queries, Throwable failure) {
    Throwable cause =
        failure == null
            ? new NetworkException("The server did not answer for this bucket.")
            : Errors.unwrap(failure);
    queries.values().forEach(asked -> asked.forEach(query -> failed(query, cause)));
  }

  private void failed(Query query, Throwable cause) {
    if (cause instanceof InvalidMetadataException) {
      metadata
          .getCluster()
          .getBucketLocation(query.bucket)
          .ifPresent(
              location ->
                  metadata.invalidPhysicalTableBucketMeta(
                      java.util.Set.of(location.getPhysicalTablePath())));
    }
    if (!(cause instanceof RetriableException) || query.attempts >= maxRetries) {
      query.found.completeExceptionally(cause);
      return;
    }
    later(query);
  }

  private void later(Query query) {
    long backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS << Math.min(query.attempts, 10));
    query.attempts++;
    long jittered = (long) (backoff * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble()));
    try {
      scheduler.schedule(() -> again(query), jittered, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      query.found.completeExceptionally(closedFailure());
    }
  }

  private void again(Query query) {
    if (closed) {
      query.found.completeExceptionally(closedFailure());
    } else if (!queue.offer(query)) {
      later(query);
    }
  }

  private void findLeader(Query query) {
    Long partition = query.bucket.getPartitionId();
    refreshes
        .computeIfAbsent(
            query.bucket,
            bucket ->
                metadata.refresh(
                    List.of(query.table),
                    List.<PhysicalTablePath>of(),
                    partition == null ? List.of() : List.of(partition)))
        .whenComplete(
            (nothing, failure) -> {
              refreshes.remove(query.bucket);
              Throwable cause = failure == null ? null : Errors.unwrap(failure);
              if (cause != null && !(cause instanceof RetriableException)
                  || query.attempts >= maxRetries) {
                query.found.completeExceptionally(
                    cause == null
                        ? new UnknownTableOrBucketException(
                            "No leader of " + query.bucket + " is known.")
                        : cause);
              } else if (cause == null
                  && metadata.getCluster().leaderFor(query.bucket) != null
                  && queue.offer(query)) {
                query.attempts++;
              } else {
                later(query);
              }
            });
  }

  private static IllegalStateException closedFailure() {
    return new IllegalStateException("The connection was closed before the lookup was answered.");
  }

  private void failOpen() {
    Query query;
    while ((query = queue.poll()) != null) {
      query.found.completeExceptionally(closedFailure());
    }
  }

  /** Takes no more lookups and waits for the answers to those that were sent. */
  public void close(Duration timeout) {
    closed = true;
    thread.interrupt();
    try {
      if (!inFlight.tryAcquire(maxInFlight, timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Closing while lookups are not answered after {} ms.", timeout.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    failOpen();
  }
}
