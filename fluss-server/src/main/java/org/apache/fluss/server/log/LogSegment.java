// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.log.disk.DiskFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One segment of a log: a {@code .log} file and its two indexes.
 *
 * <p>Changed by its lane only; searched by any thread that holds a lease. The files are closed when
 * the log and all lease holders have let go of it, also when they were removed before.
 */
final class LogSegment {
  private static final Logger LOG = LoggerFactory.getLogger(LogSegment.class);
  private static final int KNOWN_POSITIONS = 8;

  private final long baseOffset;
  private final Path directory;
  private final Disk disk;
  private final LogConfig config;
  private final DiskFile file;
  private final SegmentIndex offsets;
  private final SegmentIndex timestamps;
  private final AtomicInteger leases = new AtomicInteger(1);
  private final AtomicReferenceArray<KnownPosition> known =
      new AtomicReferenceArray<>(KNOWN_POSITIONS);

  private boolean forced;
  private int sizeInBytes;
  private int bytesSinceIndex;
  private volatile long maxTimestamp = -1;
  private long maxTimestampOffset;

  private LogSegment(
      Disk disk,
      Path directory,
      long baseOffset,
      LogConfig config,
      DiskFile file,
      SegmentIndex offsets,
      SegmentIndex timestamps) {
    this.disk = disk;
    this.directory = directory;
    this.baseOffset = baseOffset;
    this.config = config;
    this.file = file;
    this.offsets = offsets;
    this.timestamps = timestamps;
    this.maxTimestampOffset = baseOffset;
  }

  /** Creates an empty segment, removing stray files of its name. */
  static LogSegment create(Disk disk, Path directory, long baseOffset, LogConfig config)
      throws IOException {
    for (String suffix : new String[] {LogFiles.LOG, LogFiles.INDEX, LogFiles.TIME_INDEX}) {
      disk.delete(directory.resolve(LogFiles.name(baseOffset, suffix)));
    }
    LogSegment segment = open(disk, directory, baseOffset, config);
    if (config.preallocate) {
      segment.file.extend(config.segmentSizeBytes);
    }
    return segment;
  }

  /** Opens the files without looking at what they hold: {@link #load} or {@link #rebuild} next. */
  static LogSegment open(Disk disk, Path directory, long baseOffset, LogConfig config)
      throws IOException {
    DiskFile file = null;
    SegmentIndex offsets = null;
    try {
      file = disk.open(directory.resolve(LogFiles.name(baseOffset, LogFiles.LOG)));
      if (file.size() > Integer.MAX_VALUE) {
        throw new IOException(file + " has " + file.size() + " bytes; a segment has at most 2 GB.");
      }
      offsets =
          SegmentIndex.offsets(
              disk,
              directory.resolve(LogFiles.name(baseOffset, LogFiles.INDEX)),
              config.indexSizeBytes);
      SegmentIndex timestamps =
          SegmentIndex.timestamps(
              disk,
              directory.resolve(LogFiles.name(baseOffset, LogFiles.TIME_INDEX)),
              config.indexSizeBytes);
      return new LogSegment(disk, directory, baseOffset, config, file, offsets, timestamps);
    } catch (IOException | RuntimeException e) {
      try (DiskFile first = file;
          SegmentIndex second = offsets) {
        throw e;
      }
    }
  }

  /**
   * Takes the files as they are, reading only what lies behind the last index entries.
   *
   * @return the offset behind the last batch, or -1 if the files do not fit together and the
   *     segment must be rebuilt
   */
  long load() throws IOException {
    int size = (int) file.size();
    if (!offsets.load()
        || !timestamps.load()
        || (!offsets.isEmpty() && offsets.lastValue() >= size)) {
      return -1;
    }
    if (!timestamps.isEmpty()) {
      maxTimestamp = timestamps.lastKey();
      maxTimestampOffset = baseOffset + timestamps.lastValue();
    }
    int start = offsets.isEmpty() ? 0 : offsets.lastValue();
    BatchCursor batch = new BatchCursor(file, start, size, BatchCursor.SEARCH_BLOCK_BYTES);
    long next = baseOffset;
    while (batch.next()) {
      if (batch.baseOffset() < next) {
        return -1;
      }
      next = batch.lastOffset() + 1;
      noteTimestamp(batch.commitTimestamp(), batch.baseOffset());
    }
    if (batch.endPosition() != size
        || (!offsets.isEmpty() && next <= baseOffset + offsets.lastKey())) {
      return -1;
    }
    sizeInBytes = size;
    bytesSinceIndex = size - start;
    forced = true;
    return next;
  }

  /**
   * Reads the whole {@code .log}, cuts it before the first batch that is damaged or does not
   * follow, and writes both indexes anew.
   *
   * @return the offset behind the last good batch
   */
  long rebuild() throws IOException {
    offsets.clearForBulk();
    timestamps.clearForBulk();
    maxTimestamp = -1;
    maxTimestampOffset = baseOffset;
    bytesSinceIndex = 0;
    sizeInBytes = 0;
    BatchVerifier batch = new BatchVerifier(file, file.size());
    long next = baseOffset;
    while (batch.next()
        && batch.baseOffset() >= next
        && batch.lastOffset() - baseOffset <= Integer.MAX_VALUE) {
      noteTimestamp(batch.commitTimestamp(), batch.baseOffset());
      index(batch.lastOffset(), sizeInBytes, batch.sizeInBytes());
      sizeInBytes += batch.sizeInBytes();
      next = batch.lastOffset() + 1;
    }
    offsets.endBulk();
    timestamps.endBulk();
    if (file.size() > sizeInBytes) {
      // Else what is cut might come back behind what is appended now.
      file.truncate(sizeInBytes);
      file.force();
    }
    return next;
  }

  long baseOffset() {
    return baseOffset;
  }

  int sizeInBytes() {
    return sizeInBytes;
  }

  /** Length of the file, which is more than {@link #sizeInBytes} while it is preallocated. */
  long fileSize() throws IOException {
    return file.size();
  }

  /** Largest commit timestamp, or -1 if the segment is empty. */
  long maxTimestamp() {
    return maxTimestamp;
  }

  DiskFile file() {
    return file;
  }

  Path path(String suffix) {
    return directory.resolve(LogFiles.name(baseOffset, suffix));
  }

  /** Whether a new segment must begin before this much is appended up to this offset. */
  boolean mustRoll(long pendingBytes, int appendBytes, long lastOffset) {
    return sizeInBytes + pendingBytes > (long) config.segmentSizeBytes - appendBytes
        || offsets.isFull()
        || timestamps.isFull()
        || lastOffset - baseOffset > Integer.MAX_VALUE;
  }

  /** Writes stamped batches at the end, and nothing visible if that fails. */
  void append(ByteBuffer[] buffers) throws IOException {
    try {
      file.write(buffers, sizeInBytes);
    } catch (IOException | RuntimeException | Error e) {
      if (!config.preallocate) {
        try {
          file.truncate(sizeInBytes);
        } catch (IOException second) {
          e.addSuppressed(second);
        }
      }
      throw e;
    }
  }

  /** Accounts for an append whose bytes {@link #append} wrote. */
  void appended(long firstOffset, long lastOffset, long timestamp, int bytes) {
    noteTimestamp(timestamp, firstOffset);
    forced = false;
    int position = sizeInBytes;
    sizeInBytes += bytes;
    try {
      index(lastOffset, position, bytes);
    } catch (IOException e) {
      // The index is sparse: a search just walks further. The next append tries again.
      LOG.warn("Cannot write an index entry of {} at offset {}.", file, lastOffset, e);
      bytesSinceIndex += bytes;
    }
  }

  private void index(long lastOffset, int position, int bytes) throws IOException {
    if (bytesSinceIndex > config.indexIntervalBytes && !offsets.isFull()) {
      offsets.append(lastOffset - baseOffset, position);
      if (!timestamps.isFull() && (timestamps.isEmpty() || maxTimestamp > timestamps.lastKey())) {
        timestamps.append(maxTimestamp, (int) (maxTimestampOffset - baseOffset));
      }
      bytesSinceIndex = 0;
    }
    bytesSinceIndex += bytes;
  }

  private void noteTimestamp(long timestamp, long offset) {
    if (timestamp > maxTimestamp) {
      maxTimestamp = timestamp;
      maxTimestampOffset = offset;
    }
  }

  /**
   * Position of the first batch whose last offset is at or above the given one, or -1 if there is
   * none before the end position.
   *
   * @param generation of the view the end position is from, or {@link LogTablet#NO_GENERATION}
   */
  int position(long offset, int endPosition, long generation) throws IOException {
    KnownPosition near = known.get(slot(offset));
    if (near != null && near.offset == offset && near.generation == generation) {
      return near.position < endPosition ? near.position : -1;
    }
    SegmentIndex.Entry entry = offsets.floor(offset - baseOffset);
    BatchCursor batch =
        new BatchCursor(
            file, entry == null ? 0 : entry.value, endPosition, BatchCursor.SEARCH_BLOCK_BYTES);
    while (batch.next()) {
      if (batch.lastOffset() >= offset) {
        if (batch.baseOffset() == offset && generation != LogTablet.NO_GENERATION) {
          remember(offset, (int) batch.position(), generation);
        }
        return (int) batch.position();
      }
    }
    return -1;
  }

  /** Remembers where the batch that begins with this offset lies or will lie. */
  void remember(long offset, int position, long generation) {
    known.lazySet(slot(offset), new KnownPosition(offset, position, generation));
  }

  private static int slot(long offset) {
    return (int) (offset * 0x9E3779B97F4A7C15L >>> 61);
  }

  /** Size of the batch at a position, or -1 if none begins there. */
  int batchSize(int position, int endPosition) throws IOException {
    BatchCursor batch = batchAt(position, endPosition);
    return batch.next() ? batch.sizeInBytes() : -1;
  }

  private BatchCursor batchAt(int position, int endPosition) {
    return new BatchCursor(file, position, endPosition, LogBatchHeader.V1_HEADER_SIZE);
  }

  /** Base offset of the first batch with a commit timestamp at or above, or -1. */
  long offsetForTimestamp(long timestamp, int endPosition) throws IOException {
    SegmentIndex.Entry entry = timestamps.floor(timestamp - 1);
    int start = 0;
    if (entry != null) {
      SegmentIndex.Entry at = offsets.floor(entry.value);
      start = at == null ? 0 : at.value;
    }
    BatchCursor batch = new BatchCursor(file, start, endPosition, BatchCursor.SEARCH_BLOCK_BYTES);
    while (batch.next()) {
      if (batch.commitTimestamp() >= timestamp) {
        return batch.baseOffset();
      }
    }
    return -1;
  }

  /** Walks all batches from the one that holds an offset. */
  BatchCursor cursor(long offset) throws IOException {
    int position = position(offset, sizeInBytes, LogTablet.NO_GENERATION);
    return new BatchCursor(
        file, position < 0 ? sizeInBytes : position, sizeInBytes, BatchCursor.WALK_BLOCK_BYTES);
  }

  /** Removes every batch that reaches to the offset or beyond. */
  void truncateTo(long offset) throws IOException {
    forced = false;
    int position = position(offset, sizeInBytes, LogTablet.NO_GENERATION);
    long end = offset;
    if (position >= 0) {
      BatchCursor first = batchAt(position, sizeInBytes);
      // A batch that begins below the offset goes too, and with it what the time index says of it.
      end = first.next() ? Math.min(offset, first.baseOffset()) : offset;
      sizeInBytes = position;
      file.truncate(position);
    }
    offsets.truncateTo(offsets.countBelow(end - baseOffset));
    timestamps.truncateTo(timestamps.countValuesBelow(end - baseOffset));
    maxTimestamp = -1;
    maxTimestampOffset = baseOffset;
    if (!timestamps.isEmpty()) {
      maxTimestamp = timestamps.lastKey();
      maxTimestampOffset = baseOffset + timestamps.lastValue();
    }
    int start = offsets.isEmpty() ? 0 : offsets.lastValue();
    bytesSinceIndex = sizeInBytes - start;
    BatchCursor batch = new BatchCursor(file, start, sizeInBytes, BatchCursor.SEARCH_BLOCK_BYTES);
    while (batch.next()) {
      noteTimestamp(batch.commitTimestamp(), batch.baseOffset());
    }
  }

  /** Gives back what was preallocated, or left by a write that failed half-way. */
  void trim() throws IOException {
    file.truncate(sizeInBytes);
    offsets.trim();
    timestamps.trim();
  }

  /** Whether all files of a full segment are durable, so that it can be trusted after a crash. */
  boolean isForced() {
    return forced;
  }

  /** {@link #forceAll} was done and nothing changed since. */
  void markForced() {
    forced = true;
  }

  void forceLog() throws IOException {
    file.force();
  }

  void forceAll() throws IOException {
    file.force();
    offsets.force();
    timestamps.force();
  }

  /** Removes the names of the files; lease holders go on reading. */
  void delete() throws IOException {
    disk.delete(path(LogFiles.LOG));
    disk.delete(path(LogFiles.INDEX));
    disk.delete(path(LogFiles.TIME_INDEX));
    disk.delete(path(LogFiles.WRITER_SNAPSHOT));
  }

  /** Takes a lease; false if the segment is already closed. */
  boolean tryAcquire() {
    int count = leases.get();
    while (count > 0) {
      if (leases.compareAndSet(count, count + 1)) {
        return true;
      }
      count = leases.get();
    }
    return false;
  }

  /** Gives a lease back; the last one closes the files. */
  void release() throws IOException {
    int count = leases.decrementAndGet();
    if (count < 0) {
      throw new IllegalStateException("Segment " + file + " was released more often than leased.");
    }
    if (count == 0) {
      try (DiskFile first = file;
          SegmentIndex second = offsets) {
        timestamps.close();
      }
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }

  private static final class KnownPosition {
    final long offset;
    final int position;
    final long generation;

    KnownPosition(long offset, int position, long generation) {
      this.offset = offset;
      this.position = position;
      this.generation = generation;
    }
  }
}
