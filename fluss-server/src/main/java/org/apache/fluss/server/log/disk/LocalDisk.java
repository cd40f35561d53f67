// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The disk of this machine. */
public final class LocalDisk implements Disk {
  /** The one instance; it has no state. */
  public static final LocalDisk INSTANCE = new LocalDisk();

  private LocalDisk() {}

  @Override
  public DiskFile open(Path file) throws IOException {
    return new LocalFile(
        file,
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  @Override
  public boolean exists(Path path) {
    return Files.exists(path);
  }

  @Override
  public boolean isDirectory(Path path) {
    return Files.isDirectory(path);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children.sorted().collect(Collectors.toList());
    }
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath();
    if (Files.isDirectory(absolute)) {
      return;
    }
    createDirectories(absolute.getParent());
    Files.createDirectories(absolute);
    syncDirectory(absolute.getParent());
  }

  @Override
  public boolean delete(Path path) throws IOException {
    return Files.deleteIfExists(path);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static final class LocalFile implements DiskFile {
    private final Path path;
    private final FileChannel channel;

    LocalFile(Path path, FileChannel channel) {
      this.path = path;
      this.channel = channel;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return channel.read(target, position);
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      long at = position;
      while (source.hasRemaining()) {
        at += channel.write(source, at);
      }
    }

    @Override
    public void write(ByteBuffer[] sources, long position) throws IOException {
      if (sources.length == 1) {
        write(sources[0], position);
        return;
      }
      // There is no positional gathering write. Only the one writer moves the channel's position.
      channel.position(position);
      int first = 0;
      while (first < sources.length) {
        channel.write(sources, first, sources.length - first);
        while (first < sources.length && !sources[first].hasRemaining()) {
          first++;
        }
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      channel.truncate(size);
    }

    @Override
    public void extend(long size) throws IOException {
      if (channel.size() < size) {
        write(ByteBuffer.allocate(1), size - 1);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      return channel.transferTo(position, count, target);
    }

    @Override
    public FileChannel channel() {
      return channel;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }
}
