// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.kv.KvState;
import org.apache.fluss.server.remote.RemotePaths;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies the files of snapshots to remote storage and back, several at once. Thread-safe. */
public final class SnapshotTransfer {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotTransfer.class);
  private static final int BUFFER_BYTES = 64 << 10;
  private static final String TABLE_FILE = ".sst";

  /** Of the write-ahead log, in which stores write nothing. */
  private static final String WAL_FILE = ".log";

  private final Executor pool;

  /**
   * @param pool runs one copy a thread
   */
  public SnapshotTransfer(Executor pool) {
    this.pool = pool;
  }

  /**
   * Brings a checkpoint to remote storage. If that fails, or is cancelled, what it brought there is
   * removed again.
   *
   * @param bucketDirectory where snapshots of the bucket are
   * @param checkpoint local directory of the files
   * @param state what belongs to the content
   * @param known files that are there already, by local name
   * @param cancelled asked before each piece
   */
  public CompletableFuture<KvSnapshotMetadata> upload(
      FsPath bucketDirectory,
      TableBucket bucket,
      long snapshotId,
      Path checkpoint,
      KvState state,
      Map<String, KvFile> known,
      BooleanSupplier cancelled) {
    FsPath directory = RemotePaths.kvSnapshot(bucketDirectory, snapshotId);
    FsPath shared = RemotePaths.kvShared(bucketDirectory);
    List<CompletableFuture<KvFile>> sharedFiles = new ArrayList<>();
    List<CompletableFuture<KvFile>> privateFiles = new ArrayList<>();
    List<CompletableFuture<KvFile>> uploads = new ArrayList<>();
    try {
      for (Path file : list(checkpoint)) {
        String name = file.getFileName().toString();
        KvFile present = known.get(name);
        if (!name.endsWith(TABLE_FILE)) {
          privateFiles.add(upload(file, directory, cancelled));
        } else if (present != null && present.sizeBytes() == Files.size(file)) {
          sharedFiles.add(CompletableFuture.completedFuture(present));
          continue;
        } else {
          sharedFiles.add(upload(file, shared, cancelled));
        }
        uploads.add(
            name.endsWith(TABLE_FILE)
                ? sharedFiles.get(sharedFiles.size() - 1)
                : privateFiles.get(privateFiles.size() - 1));
      }
    } catch (IOException e) {
      uploads.add(CompletableFuture.failedFuture(e));
    }
    return CompletableFuture.allOf(uploads.toArray(new CompletableFuture<?>[0]))
        .handle(
            (done, failure) -> {
              if (failure != null) {
                uploads.stream()
                    .filter(upload -> !upload.isCompletedExceptionally())
                    .forEach(upload -> delete(new FsPath(upload.join().remotePath()), false));
                delete(directory, true);
                throw failure instanceof CompletionException
                    ? (CompletionException) failure
                    : new CompletionException(failure);
              }
              return new KvSnapshotMetadata(
                  bucket,
                  snapshotId,
                  directory.toString(),
                  join(sharedFiles),
                  join(privateFiles),
                  uploads.stream().mapToLong(upload -> upload.join().sizeBytes()).sum(),
                  state.flushedLogOffset(),
                  state.rowCount(),
                  state.autoIncrementRanges());
            });
  }

  private static List<KvFile> join(List<CompletableFuture<KvFile>> files) {
    return files.stream().map(CompletableFuture::join).collect(Collectors.toList());
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> !file.toString().endsWith(WAL_FILE))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private CompletableFuture<KvFile> upload(Path file, FsPath directory, BooleanSupplier cancelled) {
    return CompletableFuture.supplyAsync(
        () -> {
          FsPath target = new FsPath(directory, UUID.randomUUID().toString());
          try {
            checkNotCancelled(cancelled);
            FileSystem fs = target.getFileSystem();
            fs.mkdirs(directory);
            long size;
            try (InputStream in = Files.newInputStream(file);
                OutputStream out = fs.create(target, FileSystem.WriteMode.NO_OVERWRITE)) {
              size = copy(in, out, cancelled);
            } catch (IOException | CancellationException e) {
              delete(target, false);
              throw e;
            }
            return new KvFile(target.toString(), size, file.getFileName().toString());
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        pool);
  }

  private static long copy(InputStream in, OutputStream out, BooleanSupplier cancelled)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long size = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      checkNotCancelled(cancelled);
      out.write(buffer, 0, n);
      size += n;
    }
    return size;
  }

  private static void checkNotCancelled(BooleanSupplier cancelled) {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("This server leads the bucket no longer.");
    }
  }

  /** Removes what a snapshot brought to remote storage that was not there before. Blocks. */
  static void remove(KvSnapshotMetadata snapshot, Map<String, KvFile> known) {
    for (KvFile file : snapshot.sharedFiles()) {
      if (!file.equals(known.get(file.localName()))) {
        delete(new FsPath(file.remotePath()), false);
      }
    }
    delete(new FsPath(snapshot.location()), true);
  }

  private static void delete(FsPath path, boolean recursive) {
    try {
      path.getFileSystem().delete(path, recursive);
    } catch (IOException e) {
      LOG.warn("{} is not needed, but stays", path, e);
    }
  }

  /**
   * Copies all files of a snapshot under their local names into a directory, which is made.
   *
   * @return fails with {@link java.io.FileNotFoundException} or {@link
   *     KvSnapshotMetadata.DamagedException} when a file is gone or has not its size
   */
  public CompletableFuture<Void> download(KvSnapshotMetadata snapshot, Path directory) {
    return CompletableFuture.allOf(
        snapshot
            .files()
            .map(
                file ->
                    CompletableFuture.runAsync(
                        () -> {
                          try {
                            download(file, directory);
                          } catch (IOException e) {
                            throw new CompletionException(e);
                          }
                        },
                        pool))
            .toArray(CompletableFuture<?>[]::new));
  }

  private static void download(KvFile file, Path directory) throws IOException {
    FsPath source = new FsPath(file.remotePath());
    Files.createDirectories(directory);
    long size;
    try (InputStream in = source.getFileSystem().open(source);
        OutputStream out = Files.newOutputStream(directory.resolve(file.localName()))) {
      size = copy(in, out, () -> false);
    }
    if (size != file.sizeBytes()) {
      throw new KvSnapshotMetadata.DamagedException(
          source + " has " + size + " bytes instead of " + file.sizeBytes() + ".");
    }
  }
}
