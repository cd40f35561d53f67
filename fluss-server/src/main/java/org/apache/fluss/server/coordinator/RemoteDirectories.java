// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.server.zk.TombstoneNode;

/** Where tables keep their data in remote storage. Thread-safe. */
final class RemoteDirectories {
  private final FsPath root;
  private final Executor ioPool;

  /**
   * @param root {@code remote.data.dir}
   */
  RemoteDirectories(FsPath root, Executor ioPool) {
    this.root = root;
    this.ioPool = ioPool;
  }

  /** Deletes all remote data of a dropped table or partition on the IO pool. */
  CompletableFuture<Void> delete(TombstoneNode dropped, Long partitionId) {
    List<FsPath> directories = new ArrayList<>();
    if (dropped.isPrimaryKeyTable()) {
      directories.add(directory("kv", dropped, partitionId));
    }
    directories.add(directory("log", dropped, partitionId));
    if (partitionId == null) {
      directories.add(lakeDirectory(dropped.physicalPath(), dropped.tableId()));
    }
    return CompletableFuture.runAsync(() -> delete(directories), ioPool);
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

  private FsPath directory(String kind, TombstoneNode dropped, Long partitionId) {
    FsPath table = tableDirectory(kind, dropped.physicalPath(), dropped.tableId());
    return partitionId == null
        ? table
        : new FsPath(table, dropped.physicalPath().getPartitionName() + "-p" + partitionId);
  }

  private FsPath tableDirectory(String kind, PhysicalTablePath path, long tableId) {
    return new FsPath(
        new FsPath(new FsPath(root, kind), path.getDatabaseName()),
        path.getTableName() + "-" + tableId);
  }

  private FsPath lakeDirectory(PhysicalTablePath path, long tableId) {
    return tableDirectory("lake", path, tableId);
  }

  /** A new file for offsets of a table in the lake. */
  FsPath lakeOffsetsFile(PhysicalTablePath path, long tableId, String uuid) {
    return new FsPath(new FsPath(lakeDirectory(path, tableId), "metadata"), uuid + ".offsets");
  }
}
