// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.log.disk.DiskFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code .writer_snapshot} files of one log. For its lane, but for {@link #prepare}. */
final class WriterSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(WriterSnapshots.class);

  private final Disk disk;
  private final Path directory;
  private final TreeSet<Long> offsets = new TreeSet<>();

  WriterSnapshots(Disk disk, Path directory) {
    this.disk = disk;
    this.directory = directory;
  }

  /** Takes note of a file if it is a snapshot. */
  void found(Path file) {
    long offset = LogFiles.offset(file, LogFiles.WRITER_SNAPSHOT);
    if (offset >= 0) {
      offsets.add(offset);
    }
  }

  /** Offset of the newest snapshot, or 0. */
  long newest() {
    return offsets.isEmpty() ? 0 : offsets.last();
  }

  /** Whether there is a snapshot at one of these offsets, both included. */
  boolean isAnyBetween(long from, long to) {
    Long found = offsets.ceiling(from);
    return found != null && found <= to;
  }

  /** Removes what is beyond the end of the log. */
  void truncateTo(long endOffset) throws IOException {
    if (newest() > endOffset) {
      // Should they come back after the log grew again, they would tell of another history.
      deleteAbove(endOffset);
      disk.syncDirectory(directory);
    }
  }

  /**
   * Removes what belongs to no segment, but for the newest, and the oldest of a log that lost its
   * beginning: that may be all that is left of the writers in there.
   */
  void retain(NavigableSet<Long> bases) throws IOException {
    Long oldest = bases.first() == 0 ? null : offsets.ceiling(bases.first());
    for (Long offset : new ArrayList<>(offsets)) {
      boolean needed = offset.equals(oldest) || offset == newest() || bases.contains(offset);
      if (offset <= 0 || !needed) {
        delete(offset);
      }
    }
  }

  /**
   * Loads the newest snapshot that can be read, removing those that cannot.
   *
   * @return its offset, or 0 if there is none
   */
  long load(WriterStates writers, long nowMs) throws IOException {
    while (!offsets.isEmpty()) {
      long offset = offsets.last();
      Path file = path(offset);
      byte[] content = disk.read(file, WriterSnapshot.MAX_BYTES);
      try {
        writers.load(WriterSnapshot.decode(content), nowMs);
        return offset;
      } catch (IOException e) {
        LOG.warn("Writer snapshot {} is damaged ({}); taking an older one.", file, e.getMessage());
        delete(offset);
      }
    }
    return 0;
  }

  /** Writes a snapshot; does nothing if there is one as new already. */
  void write(long offset, Map<Long, WriterState.Batch> writers) throws IOException {
    if (offset > newest()) {
      disk.replace(path(offset), WriterSnapshot.encode(writers));
      offsets.add(offset);
    }
  }

  /**
   * Writes a snapshot that does not count before {@link #finish}. Any thread.
   *
   * @return false if that failed: after a crash more of the log is read to know its writers
   */
  boolean prepare(long offset, Map<Long, WriterState.Batch> writers) {
    try (DiskFile out = disk.open(tmp(offset))) {
      out.truncate(0);
      out.write(ByteBuffer.wrap(WriterSnapshot.encode(writers)), 0);
      out.force();
      return true;
    } catch (IOException e) {
      LOG.warn("Cannot write writer snapshot {} in {}.", offset, directory, e);
      return false;
    }
  }

  /** Lets a prepared snapshot count, or removes it. */
  void finish(long offset, boolean wanted) {
    try {
      if (wanted && offset > newest()) {
        disk.move(tmp(offset), path(offset));
        offsets.add(offset);
      } else {
        disk.delete(tmp(offset));
      }
    } catch (IOException e) {
      LOG.warn("Cannot keep writer snapshot {} in {}.", offset, directory, e);
    }
  }

  /** The file was removed with its segment. */
  void forget(long offset) {
    offsets.remove(offset);
  }

  private void deleteAbove(long offset) throws IOException {
    for (long above : new ArrayList<>(offsets.tailSet(offset, false))) {
      delete(above);
    }
  }

  void deleteAll() throws IOException {
    deleteAbove(-1);
  }

  private void delete(long offset) throws IOException {
    disk.delete(path(offset));
    offsets.remove(offset);
  }

  private Path path(long offset) {
    return directory.resolve(LogFiles.name(offset, LogFiles.WRITER_SNAPSHOT));
  }

  private Path tmp(long offset) {
    return directory.resolve(LogFiles.name(offset, LogFiles.WRITER_SNAPSHOT) + Disk.TMP_SUFFIX);
  }
}
