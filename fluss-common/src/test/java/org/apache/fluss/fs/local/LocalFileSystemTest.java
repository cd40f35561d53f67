// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FileSystemContract;
import org.apache.fluss.fs.FsPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileSystemTest extends FileSystemContract {
  @TempDir Path directory;

  @Override
  protected FileSystem fileSystem() throws IOException {
    return FileSystem.get(directory.toUri());
  }

  @Override
  protected FsPath base() {
    return FsPath.fromLocalFile(directory.toFile());
  }

  @Test
  void localOnly() throws IOException {
    FsPath missing = new FsPath(base(), "missing");
    assertThat(fileSystem().listStatus(missing)).isNull();
    assertThat(fileSystem().rename(missing, new FsPath(base(), "to"))).isFalse();
    Path file = Files.write(directory.resolve("file"), new byte[1]);
    FsPath path = FsPath.fromLocalFile(file.toFile());
    assertThatThrownBy(() -> fileSystem().create(path, FileSystem.WriteMode.NO_OVERWRITE))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> fileSystem().mkdirs(new FsPath(path, "below")))
        .isInstanceOf(IOException.class);
    assertThat(fileSystem().obtainSecurityToken().getToken()).isEmpty();
    assertThat(fileSystem().obtainSecurityToken().getValidUntil()).isEmpty();
  }

  /** Whoever deletes what another deletes has deleted it. */
  @Test
  void twoDeleteTheSame() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < 100; round++) {
        Path tree = directory.resolve("tree");
        for (int i = 0; i < 10; i++) {
          Files.createDirectories(tree.resolve("d" + i));
          Files.write(tree.resolve("d" + i + "/file"), new byte[1]);
        }
        FsPath path = FsPath.fromLocalFile(tree.toFile());
        Future<Boolean> theirs = other.submit(() -> fileSystem().delete(path, true));
        fileSystem().delete(path, true);
        theirs.get();
        assertThat(tree).doesNotExist();
      }
    } finally {
      other.shutdownNow();
    }
  }
}
