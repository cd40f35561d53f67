// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.fluss.client.metrics.ScannerMetricGroup;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.fs.FsPathAndFileName;
import org.apache.fluss.rpc.messages.PbRemoteLogSegment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the remote segments a scanner needs to the local disk, oldest first, only so many at a
 * time. Thread-safe.
 */
final class RemoteSegments {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteSegments.class);

  private static final long FIRST_BACKOFF_MS = 100;
  private static final long MAX_BACKOFF_MS = 10_000;

  private static final class Wanted {
    final FsPath path;
    final String fileName;
    final long startOffset;
    final long maxTimestamp;
    final CompletableFuture<File> file = new CompletableFuture<>();
    final AtomicBoolean recycled = new AtomicBoolean();
    final AtomicBoolean released = new AtomicBoolean();
    int failures;

    Wanted(FsPath path, String fileName, long startOffset, long maxTimestamp) {
      this.path = path;
      this.fileName = fileName;
      this.startOffset = startOffset;
      this.maxTimestamp = maxTimestamp;
    }
  }

  private final RemoteFileDownloader downloader;
  private final ScannerMetricGroup metrics;
  private final Path directory;
  private final PriorityQueue<Wanted> wanted =
      new PriorityQueue<>(
          Comparator.<Wanted>comparingLong(w -> w.maxTimestamp).thenComparing(w -> w.startOffset));
  private int permits;
  private boolean closed;

  RemoteSegments(Configuration conf, RemoteFileDownloader downloader, ScannerMetricGroup metrics) {
    this.metrics = metrics;
    this.downloader = downloader;
    this.permits = Math.max(1, conf.get(ConfigOptions.CLIENT_SCANNER_REMOTE_LOG_PREFETCH_NUM));
    this.directory =
        Paths.get(
            conf.get(ConfigOptions.CLIENT_SCANNER_IO_TMP_DIR), "remote-logs-" + UUID.randomUUID());
  }

  RemoteLogDownloadFuture request(String tabletDirectory, PbRemoteLogSegment segment) {
    String id = segment.getRemoteLogSegmentId();
    String offset = String.format("%020d", segment.getRemoteLogStartOffset());
    Wanted download =
        new Wanted(
            new FsPath(new FsPath(new FsPath(tabletDirectory), id), offset + ".log"),
            id + "_" + offset + ".log",
            segment.getRemoteLogStartOffset(),
            segment.hasMaxTimestamp() ? segment.getMaxTimestamp() : -1);
    synchronized (this) {
      wanted.add(download);
    }
    startMore();
    return new RemoteLogDownloadFuture(download.file, () -> recycle(download));
  }

  private void startMore() {
    while (true) {
      Wanted download;
      synchronized (this) {
        if (closed || permits == 0 || wanted.isEmpty()) {
          return;
        }
        download = wanted.poll();
        if (download.recycled.get()) {
          continue;
        }
        permits--;
      }
      start(download);
    }
  }

  private void start(Wanted download) {
    CompletableFuture<Long> copy;
    metrics.remoteFetched();
    try {
      copy =
          downloader.downloadFileAsync(
              new FsPathAndFileName(download.path, download.fileName), directory);
    } catch (RejectedExecutionException e) {
      LOG.debug("The connection is closed, {} is not fetched.", download.path);
      return;
    }
    copy.whenComplete(
        (size, failure) -> {
          if (failure == null) {
            metrics.remoteReceived(size);
            File file = directory.resolve(download.fileName).toFile();
            download.file.complete(file);
            if (download.recycled.get()) {
              release(download);
            }
            return;
          }
          metrics.remoteFailed();
          long backoff =
              Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS << Math.min(download.failures++, 10));
          LOG.warn(
              "Log segment {} cannot be fetched, trying again in {} ms.",
              download.path,
              backoff,
              failure);
          synchronized (this) {
            permits++;
          }
          CompletableFuture.delayedExecutor(backoff, TimeUnit.MILLISECONDS)
              .execute(
                  () -> {
                    synchronized (this) {
                      wanted.add(download);
                    }
                    startMore();
                  });
        });
  }

  private void recycle(Wanted download) {
    if (download.recycled.compareAndSet(false, true) && download.file.isDone()) {
      release(download);
    }
  }

  /** Once, whether it was given back before, while or after its file came. */
  private void release(Wanted download) {
    if (!download.released.compareAndSet(false, true)) {
      return;
    }
    delete(directory.resolve(download.fileName));
    synchronized (this) {
      permits++;
    }
    startMore();
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.warn("{} cannot be deleted.", path, e);
    }
  }

  void close() {
    synchronized (this) {
      closed = true;
      wanted.clear();
    }
    if (!Files.exists(directory)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      files.forEach(RemoteSegments::delete);
    } catch (IOException e) {
      LOG.warn("{} cannot be cleared.", directory, e);
    }
    delete(directory);
  }
}
