// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A disk in memory that forgets, when its machine dies, what was not made durable: each page
 * written since the last force is kept or lost by the roll of a seeded die, so is the length, and
 * of the names changed in a directory since its last sync a random beginning is kept. It can also
 * refuse writes and forces.
 */
public final class SimulatedDisk implements Disk {
  private static final int PAGE = 512;

  private final Map<Path, Inode> names = new TreeMap<>();
  private final Map<Path, Inode> durableNames = new TreeMap<>();
  private final Map<Path, List<Consumer<Map<Path, Inode>>>> unsynced = new LinkedHashMap<>();
  private long bytesUntilFull = Long.MAX_VALUE;
  private int changesUntilDeath = Integer.MAX_VALUE;
  private boolean forceFails;
  private Error writeError;
  private String undeletable;
  private final Map<Thread, Integer> reads = new HashMap<>();
  private int forceCount;
  private int openFiles;
  private int life;

  public SimulatedDisk() {
    names.put(Path.of("/"), new Inode(true));
    durableNames.putAll(names);
  }

  /** Lets writes fail, half done, once this many more bytes were written. */
  public synchronized void failAfterBytes(long bytes) {
    bytesUntilFull = bytes;
  }

  /** Lets writes throw an error that is none of the disk's, or work again with null. */
  public synchronized void throwFromWrites(Error error) {
    writeError = error;
  }

  /** How often a thread read from a file. */
  public synchronized int readsBy(Thread thread) {
    return reads.getOrDefault(thread, 0);
  }

  /** Lets a file of this name not be deleted; null for none. */
  public synchronized void failDeletesOf(String name) {
    undeletable = name;
  }

  /** Lets forces fail, or work again. */
  public synchronized void failForces(boolean fail) {
    forceFails = fail;
  }

  /** Forces of files so far. */
  public synchronized int forceCount() {
    return forceCount;
  }

  /** Lets the machine stop before it changes anything more after this many changes. */
  public synchronized void dieAfterChanges(int changes) {
    changesUntilDeath = changes;
  }

  private void live() throws IOException {
    if (changesUntilDeath-- <= 0) {
      changesUntilDeath = 0;
      throw new IOException("simulated death");
    }
  }

  /** Handles that are not closed. */
  public synchronized int openFiles() {
    return openFiles;
  }

  /** The process dies: nothing is lost but the open handles. */
  public synchronized void kill() {
    changesUntilDeath = Integer.MAX_VALUE;
    life++;
    openFiles = 0;
  }

  /** The machine dies. */
  public synchronized void crash(long seed) {
    kill();
    // Neighbouring seeds begin with the same numbers.
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    for (List<Consumer<Map<Path, Inode>>> changes : unsynced.values()) {
      changes.subList(0, random.nextInt(changes.size() + 1)).forEach(c -> c.accept(durableNames));
    }
    unsynced.clear();
    durableNames.keySet().removeIf(path -> !hasParents(path));
    names.clear();
    names.putAll(durableNames);
    new LinkedHashSet<>(names.values()).forEach(inode -> inode.crash(random));
  }

  private boolean hasParents(Path path) {
    for (Path up = path.getParent(); up != null; up = up.getParent()) {
      if (!durableNames.containsKey(up)) {
        return false;
      }
    }
    return true;
  }

  private void change(Path directory, Consumer<Map<Path, Inode>> change) throws IOException {
    live();
    change.accept(names);
    unsynced.computeIfAbsent(directory, d -> new ArrayList<>()).add(change);
  }

  @Override
  public synchronized DiskFile open(Path path) throws IOException {
    Path file = path.toAbsolutePath();
    Inode inode = names.get(file);
    if (inode == null) {
      directory(file.getParent());
      Inode created = new Inode(false);
      change(file.getParent(), map -> map.put(file, created));
      inode = created;
    }
    if (inode.directory) {
      throw new IOException(file + " is a directory");
    }
    openFiles++;
    return new Handle(file, inode);
  }

  @Override
  public synchronized boolean exists(Path path) {
    return names.containsKey(path.toAbsolutePath());
  }

  @Override
  public synchronized boolean isDirectory(Path path) {
    Inode inode = names.get(path.toAbsolutePath());
    return inode != null && inode.directory;
  }

  @Override
  public synchronized List<Path> list(Path directory) throws IOException {
    Path parent = directory.toAbsolutePath();
    directory(parent);
    List<Path> children = new ArrayList<>();
    for (Path path : names.keySet()) {
      if (parent.equals(path.getParent())) {
        children.add(path);
      }
    }
    return children;
  }

  private void directory(Path path) throws IOException {
    Inode inode = names.get(path);
    if (inode == null) {
      throw new NoSuchFileException(path.toString());
    }
    if (!inode.directory) {
      throw new NotDirectoryException(path.toString());
    }
  }

  @Override
  public synchronized void createDirectories(Path path) throws IOException {
    Path directory = path.toAbsolutePath();
    if (!names.containsKey(directory)) {
      createDirectories(directory.getParent());
      Inode inode = new Inode(true);
      change(directory.getParent(), map -> map.put(directory, inode));
      syncDirectory(directory.getParent());
    }
    directory(directory);
  }

  @Override
  public synchronized boolean delete(Path path) throws IOException {
    Path file = path.toAbsolutePath();
    if (!names.containsKey(file)) {
      return false;
    }
    if (isDirectory(file) && !list(file).isEmpty()) {
      throw new DirectoryNotEmptyException(file.toString());
    }
    if (file.getFileName().toString().equals(undeletable)) {
      throw new IOException("simulated failure to delete " + file);
    }
    change(file.getParent(), map -> map.remove(file));
    return true;
  }

  @Override
  public synchronized void move(Path source, Path target) throws IOException {
    Path from = source.toAbsolutePath();
    Path to = target.toAbsolutePath();
    Inode inode = names.get(from);
    if (inode == null) {
      throw new NoSuchFileException(from.toString());
    }
    if (!from.getParent().equals(to.getParent())) {
      throw new IOException("only within one directory");
    }
    change(
        from.getParent(),
        map -> {
          map.remove(from);
          map.put(to, inode);
        });
  }

  @Override
  public synchronized void syncDirectory(Path path) throws IOException {
    Path directory = path.toAbsolutePath();
    directory(directory);
    live();
    if (forceFails) {
      throw new IOException("simulated failure of a sync");
    }
    List<Consumer<Map<Path, Inode>>> changes = unsynced.remove(directory);
    if (changes != null) {
      changes.forEach(change -> change.accept(durableNames));
    }
  }

  private static final class Inode {
    final boolean directory;
    byte[] content = new byte[0];
    int size;
    byte[] durable = new byte[0];
    int durableSize;
    final BitSet dirty = new BitSet();

    Inode(boolean directory) {
      this.directory = directory;
    }

    void resize(int newSize) {
      if (newSize > content.length) {
        content = Arrays.copyOf(content, Math.max(newSize, 2 * content.length));
      }
      if (newSize < size) {
        Arrays.fill(content, newSize, size, (byte) 0);
        dirty.set(newSize / PAGE, (size - 1) / PAGE + 1);
      } else if (newSize > size) {
        dirty.set(size / PAGE, (newSize - 1) / PAGE + 1);
      }
      size = newSize;
    }

    void force() {
      durable = Arrays.copyOf(content, size);
      durableSize = size;
      dirty.clear();
    }

    void crash(Random random) {
      if (size != durableSize) {
        int low = Math.min(size, durableSize);
        int high = Math.max(size, durableSize);
        int[] sizes = {size, durableSize, low + random.nextInt(high - low + 1)};
        int newSize = sizes[random.nextInt(sizes.length)];
        content = Arrays.copyOf(content, newSize);
        size = newSize;
      }
      for (int page = dirty.nextSetBit(0); page >= 0; page = dirty.nextSetBit(page + 1)) {
        int from = page * PAGE;
        int to = Math.min(from + PAGE, size);
        if (from < to && random.nextBoolean()) {
          Arrays.fill(content, from, to, (byte) 0);
          int there = Math.min(to, durable.length);
          if (from < there) {
            System.arraycopy(durable, from, content, from, there - from);
          }
        }
      }
      force();
    }
  }

  private final class Handle implements DiskFile {
    private final Path path;
    private final Inode inode;
    private final int born = life;
    private boolean closed;

    Handle(Path path, Inode inode) {
      this.path = path;
      this.inode = inode;
    }

    private void ensureOpen() throws IOException {
      if (closed || born != life) {
        throw new ClosedChannelException();
      }
    }

    @Override
    public long size() throws IOException {
      synchronized (SimulatedDisk.this) {
        ensureOpen();
        return inode.size;
      }
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      synchronized (SimulatedDisk.this) {
        ensureOpen();
        reads.merge(Thread.currentThread(), 1, Integer::sum);
        if (position >= inode.size) {
          return -1;
        }
        int count = (int) Math.min(target.remaining(), inode.size - position);
        target.put(inode.content, (int) position, count);
        return count;
      }
    }

    @Override
    public void write(ByteBuffer[] sources, long position) throws IOException {
      synchronized (SimulatedDisk.this) {
        ensureOpen();
        live();
        if (writeError != null) {
          throw writeError;
        }
        int at = Math.toIntExact(position);
        for (ByteBuffer source : sources) {
          int count = (int) Math.min(source.remaining(), bytesUntilFull);
          boolean full = count < source.remaining();
          if (at + count > inode.size) {
            inode.resize(at + count);
          }
          if (count > 0) {
            source.get(inode.content, at, count);
            inode.dirty.set(at / PAGE, (at + count - 1) / PAGE + 1);
            at += count;
            bytesUntilFull -= bytesUntilFull == Long.MAX_VALUE ? 0 : count;
          }
          if (full) {
            throw new IOException("No space left on simulated disk");
          }
        }
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      synchronized (SimulatedDisk.this) {
        ensureOpen();
        if (size < inode.size) {
          live();
          inode.resize((int) size);
        }
      }
    }

    @Override
    public void extend(long size) throws IOException {
      synchronized (SimulatedDisk.this) {
        ensureOpen();
        if (size > inode.size) {
          live();
          inode.resize(Math.toIntExact(size));
        }
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (SimulatedDisk.this) {
        ensureOpen();
        live();
        if (forceFails) {
          throw new IOException("simulated failure of a force");
        }
        forceCount++;
        inode.force();
      }
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      byte[] bytes;
      synchronized (SimulatedDisk.this) {
        ensureOpen();
        if (position >= inode.size) {
          return 0;
        }
        bytes =
            Arrays.copyOfRange(
                inode.content, (int) position, (int) Math.min(inode.size, position + count));
      }
      return target.write(ByteBuffer.wrap(bytes));
    }

    @Override
    public FileChannel channel() {
      return null;
    }

    @Override
    public void close() {
      synchronized (SimulatedDisk.this) {
        if (!closed && born == life) {
          openFiles--;
        }
        closed = true;
      }
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }
}
