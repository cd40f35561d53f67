// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.zk.TombstoneNode;

/** Where tables keep their data in remote storage, and the work on it. Thread-safe. */
final class RemoteDirectories {
  private final RemotePaths paths;
  private final Executor ioPool;
  private final KeyedOrder<TableBucket> buckets = new KeyedOrder<>();

  RemoteDirectories(RemotePaths paths, Executor ioPool) {
    this.paths = paths;
    this.ioPool = ioPool;
  }

  RemotePaths paths() {
    return paths;
  }

  /**
   * Works on the files of a bucket on the IO pool, one piece of work after the other. The deletion
   * of the bucket waits for what was asked for before it.
   */
  CompletableFuture<Void> inOrder(TableBucket bucket, Work work) {
    return buckets.run(
        bucket,
        ioPool,
        () -> {
          try {
            work.run();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return CompletableFuture.completedFuture(null);
        });
  }

  /** Something done with files. */
  interface Work {
    void run() throws IOException;
  }

  /** Deletes all remote data of a dropped table or partition on the IO pool. */
  CompletableFuture<Void> delete(TombstoneNode dropped, Long partitionId) {
    PhysicalTablePath path = dropped.physicalPath();
    long tableId = dropped.tableId();
    List<FsPath> directories = new ArrayList<>();
    if (dropped.isPrimaryKeyTable()) {
      directories.add(paths.directory("kv", path, tableId, partitionId));
    }
    directories.add(paths.directory("log", path, tableId, partitionId));
    if (partitionId == null) {
      directories.add(paths.directory("lake", path, tableId, null));
    }
    return buckets
        .idle(
            bucket ->
                bucket.getTableId() == tableId
                    && (partitionId == null
                        || Objects.equals(bucket.getPartitionId(), partitionId)))
        .thenRunAsync(() -> delete(directories), ioPool);
  }

  private static void delete(List<FsPath> directories) {
    try {
      for (FsPath directory : directories) {
        FileSystem fs = directory.getFileSystem();
        if (fs.exists(directory)) {
          fs.delete(directory, true);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A new file for offsets of a table in the lake. */
  FsPath lakeOffsetsFile(PhysicalTablePath path, long tableId, String uuid) {
    return new FsPath(
        new FsPath(paths.directory("lake", path, tableId, null), "metadata"), uuid + ".offsets");
  }
}
