// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.metrics.WriterMetricGroup;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine all writers of a connection share. Thread-safe. */
@Internal
public final class WriterClient {
  private static final Logger LOG = LoggerFactory.getLogger(WriterClient.class);

  private static final long ERROR_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final WriteLimits limits;
  private final MetadataUpdater metadata;
  private final RecordAccumulator accumulator;
  private final PartitionCreator partitions;
  private final Sender sender;
  private final Thread thread;
  private volatile boolean signalled;
  private volatile boolean closed;
  private volatile boolean stopped;

  /**
   * @throws FlussRuntimeException if options contradict each other; the cause tells which
   */
  public WriterClient(
      Configuration conf,
      MetadataUpdater metadata,
      Admin admin,
      WriterMetricGroup metrics,
      Clock clock,
      ThreadFactory threads) {
    try {
      this.limits = new WriteLimits(conf);
    } catch (RuntimeException e) {
      throw new FlussRuntimeException("The writer cannot be made: " + e.getMessage(), e);
    }
    this.metadata = metadata;
    this.accumulator = new RecordAccumulator(limits, metadata, clock, this::wake);
    this.partitions = new PartitionCreator(admin, accumulator);
    this.sender = new Sender(limits, accumulator, metadata, metrics, clock, partitions, this::wake);
    WriteBuffer buffer = accumulator.buffer();
    metrics.buffer(buffer::totalBytes, buffer::availableBytes, buffer::waitingThreads);
    this.thread = threads.newThread(this::run);
    thread.start();
  }

  private void wake() {
    if (!signalled) {
      signalled = true;
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!stopped) {
      signalled = false;
      long wait;
      try {
        wait = sender.runOnce();
      } catch (RuntimeException e) {
        LOG.error("Sending failed unexpectedly; going on.", e);
        wait = ERROR_PAUSE_NANOS;
      }
      if (wait > 0 && !signalled && !stopped) {
        LockSupport.parkNanos(this, wait);
      }
    }
  }

  /**
   * Takes a record over.
   *
   * @throws FlussRuntimeException if it cannot be buffered; the cause tells why
   */
  public <T> CompletableFuture<T> send(WriteRecord record, WriteOutcome<T> outcome) {
    try {
      if (closed) {
        throw new IllegalStateException("The writer is closed, with its connection.");
      }
      record.encode();
      if (record.path.getPartitionName() != null) {
        ensurePartition(accumulator.table(record));
      }
      return accumulator.append(record, outcome);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(record, e);
    } catch (Exception e) {
      throw failed(record, e);
    }
  }

  private FlussRuntimeException failed(WriteRecord record, Exception cause) {
    return new FlussRuntimeException(
        "The record cannot be sent to table "
            + record.path
            + " (the writer is "
            + (closed ? "closed" : "running")
            + "): "
            + cause.getMessage(),
        cause);
  }

  private void ensurePartition(TableQueues table) throws PartitionNotExistException {
    if (table.exists || partitions.isPending(table)) {
      return;
    }
    try {
      // false if the cluster does not answer now: then the sender finds out
      table.exists = metadata.checkAndUpdatePartitionMetadata(table.path);
    } catch (PartitionNotExistException e) {
      if (!limits.createPartitions) {
        throw e;
      }
      partitions.create(table);
    }
  }

  /**
   * Sends everything at once and waits for it.
   *
   * @throws FlussRuntimeException if interrupted
   */
  public void flush() {
    try {
      accumulator.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlussRuntimeException("Interrupted while flushing.", e);
    }
  }

  /**
   * Takes no more records, sends those there are, and fails those that are not acknowledged in
   * time.
   */
  public void close(Duration timeout) {
    closed = true;
    accumulator.close();
    long deadline = timeout.toMillis();
    try {
      CompletableFuture.allOf(
              new ArrayList<>(accumulator.incomplete())
                  .stream().map(batch -> batch.ended).toArray(CompletableFuture<?>[]::new))
          .get(deadline, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn("Closing a writer whose records are not all acknowledged after {} ms.", deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      LOG.warn("Closing a writer whose records failed.", e);
    }
    accumulator.abortAll(
        new FlussRuntimeException(
            "The connection was closed before the record was acknowledged; it may have been written"
                + " or not."));
    stopped = true;
    LockSupport.unpark(thread);
    accumulator.free();
  }
}
