// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.fs.FsPathAndFileName;
import org.apache.fluss.metadata.TableBucket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of a snapshot, copied in the background to a directory of their own. */
final class SnapshotCopy {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotCopy.class);

  /** Copied at once for one snapshot; the downloader's threads serve all of them. */
  private static final int PARALLEL_COPIES = 4;

  private final Path directory;
  private final RemoteFileDownloader downloader;
  private final Queue<FsPathAndFileName> missing;
  private final CompletableFuture<Path> copied;
  private volatile boolean cancelled;

  /**
   * Starts copying.
   *
   * @param files of which each has a name of its own, without directories; may be empty
   * @param parent where the directory is made
   */
  SnapshotCopy(
      TableBucket bucket,
      List<FsPathAndFileName> files,
      Path parent,
      RemoteFileDownloader downloader) {
    this.directory = parent.resolve("kv-snapshots-" + UUID.randomUUID());
    this.downloader = downloader;
    for (FsPathAndFileName file : files) {
      if (!Paths.get(file.getFileName()).equals(Paths.get(file.getFileName()).getFileName())
          || file.getFileName().equals("..")) {
        throw new FlussRuntimeException(
            "'" + file.getFileName() + "' is no name for a file of a snapshot of " + bucket + ".");
      }
    }
    this.missing = new ConcurrentLinkedQueue<>(files);
    List<CompletableFuture<Void>> copies = new ArrayList<>();
    for (int i = 0; i < PARALLEL_COPIES; i++) {
      copies.add(copyNext());
    }
    this.copied =
        CompletableFuture.allOf(copies.toArray(new CompletableFuture<?>[0]))
            .thenApply(all -> directory);
  }

  private CompletableFuture<Void> copyNext() {
    FsPathAndFileName file = missing.poll();
    if (file == null) {
      return CompletableFuture.completedFuture(null);
    }
    return downloader
        .downloadFileAsync(file, directory)
        .whenComplete(
            (size, failure) -> {
              if (failure != null || cancelled) {
                missing.clear();
              }
            })
        .thenCompose(size -> copyNext());
  }

  /** The directory, when all files are in it; it does not exist if there are none. */
  CompletableFuture<Path> copied() {
    return copied;
  }

  /** Copies no more files than those on their way. */
  void cancel() {
    cancelled = true;
    missing.clear();
  }

  /** Removes the directory; nothing may use it any more, nor be on its way. */
  void delete() {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    } catch (IOException e) {
      LOG.warn("{} is no longer needed, but stays", directory, e);
    }
  }
}
