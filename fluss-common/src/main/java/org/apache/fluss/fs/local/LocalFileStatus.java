// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.fluss.fs.FileStatus;
import org.apache.fluss.fs.FsPath;

/** A local file as it was when it was looked at. */
final class LocalFileStatus implements FileStatus {
  private final FsPath path;
  private final long length;
  private final boolean directory;

  private LocalFileStatus(FsPath path, long length, boolean directory) {
    this.path = path;
    this.length = length;
    this.directory = directory;
  }

  /** Throws {@link java.nio.file.NoSuchFileException}. */
  static LocalFileStatus of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    FsPath path = new FsPath(LocalFileSystem.SCHEME, null, file.toAbsolutePath().toString());
    return new LocalFileStatus(path, attributes.size(), attributes.isDirectory());
  }

  @Override
  public long getLen() {
    return length;
  }

  @Override
  public boolean isDir() {
    return directory;
  }

  @Override
  public FsPath getPath() {
    return path;
  }

  @Override
  public String toString() {
    return path + (directory ? " (directory)" : " (" + length + " bytes)");
  }
}
