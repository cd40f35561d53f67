// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.local;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import org.apache.fluss.fs.FSDataInputStream;
import org.apache.fluss.fs.FSDataOutputStream;
import org.apache.fluss.fs.FileStatus;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.fs.token.ObtainedSecurityToken;

/** The disks of this machine. Thread-safe. */
public final class LocalFileSystem extends FileSystem {
  /** Its scheme. */
  public static final String SCHEME = "file";

  /** The one instance. */
  public static final LocalFileSystem INSTANCE = new LocalFileSystem();

  private static final URI ROOT = URI.create("file:/");

  private LocalFileSystem() {}

  @Override
  public ObtainedSecurityToken obtainSecurityToken() {
    return new ObtainedSecurityToken(SCHEME, new byte[0], null, Collections.emptyMap());
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public FileStatus getFileStatus(FsPath path) throws IOException {
    try {
      return LocalFileStatus.of(toFile(path).toPath());
    } catch (NoSuchFileException e) {
      throw notFound(path);
    }
  }

  @Override
  public FSDataInputStream open(FsPath path) throws IOException {
    Path file = toFile(path).toPath();
    if (Files.isDirectory(file)) {
      throw new IOException(path + " is a directory and cannot be read as a file.");
    }
    try {
      return new LocalInputStream(FileChannel.open(file, StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      throw notFound(path);
    }
  }

  @Override
  public FileStatus[] listStatus(FsPath path) throws IOException {
    File file = toFile(path);
    if (!file.exists()) {
      return null;
    }
    if (!file.isDirectory()) {
      return new FileStatus[] {LocalFileStatus.of(file.toPath())};
    }
    String[] names = file.list();
    if (names == null) {
      throw new IOException("Cannot list directory " + path);
    }
    FileStatus[] result = new FileStatus[names.length];
    int count = 0;
    for (String name : names) {
      try {
        result[count] = LocalFileStatus.of(new File(file, name).toPath());
        count++;
      } catch (NoSuchFileException e) {
        // deleted meanwhile, so not there
      }
    }
    return java.util.Arrays.copyOf(result, count);
  }

  @Override
  public boolean exists(FsPath path) {
    return toFile(path).exists();
  }

  @Override
  public boolean delete(FsPath path, boolean recursive) throws IOException {
    Path file = toFile(path).toPath();
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (recursive) {
      Files.walkFileTree(file, new Deletion());
    } else {
      try {
        return Files.deleteIfExists(file);
      } catch (DirectoryNotEmptyException e) {
        throw new IOException("Directory " + path + " is not empty; delete it recursively.", e);
      }
    }
    return true;
  }

  @Override
  public boolean mkdirs(FsPath path) throws IOException {
    Files.createDirectories(toFile(path).toPath());
    return true;
  }

  @Override
  public FSDataOutputStream create(FsPath path, WriteMode mode) throws IOException {
    Path file = toFile(path).toPath();
    makeParent(file);
    return new LocalOutputStream(
        mode == WriteMode.OVERWRITE
            ? FileChannel.open(
                file,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING)
            : FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
  }

  @Override
  public boolean rename(FsPath from, FsPath to) throws IOException {
    Path target = toFile(to).toPath();
    try {
      makeParent(target);
      Files.move(toFile(from).toPath(), target, StandardCopyOption.REPLACE_EXISTING);
      return true;
    } catch (NoSuchFileException | AccessDeniedException | DirectoryNotEmptyException e) {
      return false;
    }
  }

  private static void makeParent(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
  }

  private static File toFile(FsPath path) {
    return new File(path.getPath()).getAbsoluteFile();
  }

  private static FileNotFoundException notFound(FsPath path) {
    return new FileNotFoundException("There is no file " + path);
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    /** Somebody else may delete at the same time: what is gone is deleted. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (!(e instanceof NoSuchFileException)) {
        throw e;
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
      if (e != null && !(e instanceof NoSuchFileException)) {
        throw e;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
