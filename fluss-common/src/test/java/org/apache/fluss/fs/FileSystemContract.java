// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every file system must do. A subclass names one, and an empty directory in it. */
public abstract class FileSystemContract {

  /** The file system under test. */
  protected abstract FileSystem fileSystem() throws IOException;

  /** A directory that is empty before each test. */
  protected abstract FsPath base() throws IOException;

  private FsPath path(String name) throws IOException {
    return new FsPath(base(), name);
  }

  private void write(FsPath path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fileSystem().create(path, FileSystem.WriteMode.OVERWRITE)) {
      out.write(bytes);
      assertThat(out.getPos()).isEqualTo(bytes.length);
    }
  }

  private byte[] read(FsPath path) throws IOException {
    try (FSDataInputStream in = fileSystem().open(path)) {
      return in.readAllBytes();
    }
  }

  @Test
  void uriHasTheScheme() throws IOException {
    assertThat(fileSystem().getUri().getScheme()).isEqualTo(base().toUri().getScheme());
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    byte[] bytes = new byte[100_000];
    new Random(1).nextBytes(bytes);
    FsPath file = path("a/b/file");
    assertThat(fileSystem().exists(file)).isFalse();
    write(file, bytes);
    assertThat(fileSystem().exists(file)).isTrue();
    assertThat(read(file)).isEqualTo(bytes);
    FileStatus status = fileSystem().getFileStatus(file);
    assertThat(status.getLen()).isEqualTo(bytes.length);
    assertThat(status.isDir()).isFalse();

    try (FSDataInputStream in = fileSystem().open(file)) {
      for (int position : new int[] {50_000, 10, 99_999, 0}) {
        in.seek(position);
        assertThat(in.getPos()).isEqualTo(position);
        assertThat((byte) in.read()).isEqualTo(bytes[position]);
        assertThat(in.getPos()).isEqualTo(position + 1);
      }
    }
    write(path("empty"), new byte[0]);
    assertThat(read(path("empty"))).isEmpty();
  }

  @Test
  void overwriting() throws IOException {
    FsPath file = path("file");
    write(file, new byte[] {1, 2, 3});
    write(file, new byte[] {4});
    assertThat(read(file)).containsExactly(4);
    assertThatThrownBy(
            () -> {
              try (FSDataOutputStream out =
                  fileSystem().create(file, FileSystem.WriteMode.NO_OVERWRITE)) {
                out.write(5);
              }
            })
        .isInstanceOf(IOException.class);
    assertThat(read(file)).containsExactly(4);
  }

  @Test
  void missingFiles() throws IOException {
    FsPath missing = path("missing");
    assertThat(fileSystem().exists(missing)).isFalse();
    assertThatThrownBy(() -> fileSystem().getFileStatus(missing))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> read(missing)).isInstanceOf(FileNotFoundException.class);
    assertThat(fileSystem().delete(missing, true)).isFalse();
    assertThat(fileSystem().delete(missing, false)).isFalse();
  }

  @Test
  void listing() throws IOException {
    write(path("dir/one"), new byte[1]);
    write(path("dir/sub/two"), new byte[2]);
    FileStatus[] listed = fileSystem().listStatus(path("dir"));
    Arrays.sort(listed, (a, b) -> a.getPath().getName().compareTo(b.getPath().getName()));
    assertThat(listed).hasSize(2);
    assertThat(listed[0].getPath()).isEqualTo(path("dir/one"));
    assertThat(listed[0].getLen()).isEqualTo(1);
    assertThat(listed[1].getPath()).isEqualTo(path("dir/sub"));
    assertThat(listed[1].isDir()).isTrue();
    FileStatus[] itself = fileSystem().listStatus(path("dir/one"));
    assertThat(itself).hasSize(1);
    assertThat(itself[0].getPath()).isEqualTo(path("dir/one"));
  }

  @Test
  void deleting() throws IOException {
    write(path("one"), new byte[1]);
    assertThat(fileSystem().delete(path("one"), false)).isTrue();
    assertThat(fileSystem().exists(path("one"))).isFalse();
    write(path("dir/sub/two"), new byte[2]);
    assertThatThrownBy(() -> fileSystem().delete(path("dir"), false))
        .isInstanceOf(IOException.class);
    assertThat(read(path("dir/sub/two"))).hasSize(2);
    assertThat(fileSystem().delete(path("dir"), true)).isTrue();
    assertThat(fileSystem().exists(path("dir/sub/two"))).isFalse();
    assertThat(fileSystem().exists(path("dir"))).isFalse();
  }

  @Test
  void directories() throws IOException {
    assertThat(fileSystem().mkdirs(path("x/y/z"))).isTrue();
    assertThat(fileSystem().mkdirs(path("x/y/z"))).isTrue();
    write(path("file"), new byte[1]);
    assertThatThrownBy(() -> fileSystem().mkdirs(path("file"))).isInstanceOf(IOException.class);
  }

  @Test
  void renaming() throws IOException {
    write(path("from"), new byte[] {7});
    assertThat(fileSystem().rename(path("from"), path("new/parent/to"))).isTrue();
    assertThat(fileSystem().exists(path("from"))).isFalse();
    assertThat(read(path("new/parent/to"))).containsExactly(7);
    assertThat(fileSystem().rename(path("new"), path("newer"))).isTrue();
    assertThat(read(path("newer/parent/to"))).containsExactly(7);
  }
}
