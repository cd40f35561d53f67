// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.fluss.exception.InvalidOffsetException;
import org.apache.fluss.exception.LogStorageException;
import org.apache.fluss.exception.RecordTooLargeException;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.server.log.disk.Disk;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of one bucket replica: segments, writer states, leader epochs.
 *
 * <p>Threads: everything that changes the log is called on the bucket's lane, one call at a time,
 * the first one included that opens it. What is marked "any thread" works on an immutable view that
 * the lane publishes. Work of a background thread comes back through the lane executor.
 *
 * <p>What survives: all that was appended, when the process dies. When the machine dies, at least
 * everything below the {@link #recoveryPoint}: that is each append at {@code
 * log.flush.interval-messages} = 1, all but the last n - 1 offsets at n, and at the default what
 * lies before the active segment once its roll was flushed. What is found after a crash is always
 * an unbroken beginning of what was appended.
 */
public final class LogTablet {
  /** For looks at a segment that no view stands behind. */
  static final long NO_GENERATION = -1;

  private static final Logger LOG = LoggerFactory.getLogger(LogTablet.class);

  private final LogEnvironment environment;
  private final Disk disk;
  private final LogConfig config;
  private final Executor lane;
  private final Path directory;
  private final String name;
  private final NavigableMap<Long, LogSegment> segments = new TreeMap<>();
  private final WriterStates writers;
  private final WriterSnapshots snapshots;
  private final LogReader reader;

  /** No longer part of the log, but held open. */
  private final List<LogSegment> dropping = new ArrayList<>();

  /** Given back, though files of them may be left. */
  private final List<LogSegment> undeleted = new ArrayList<>();

  private LeaderEpochs epochs;
  private LogSegment[] segmentArray;
  private LogSegment active;
  private long startOffset;
  private long endOffset;
  private long generation;
  private LogStorageException failure;
  private boolean closed;
  private volatile long recoveryPoint;

  private LogTablet(LogEnvironment environment, Executor lane, Path directory) {
    this.environment = environment;
    this.disk = environment.disk;
    this.config = environment.config;
    this.lane = lane;
    this.directory = directory;
    this.name = "log " + directory;
    this.writers = new WriterStates(name, config.writerExpirationMs);
    this.snapshots = new WriterSnapshots(disk, directory);
    this.reader = new LogReader(name, environment.clock);
  }

  /**
   * Opens a log, creating it empty if it is not there, and recovers it if it was not closed. This
   * reads files and may take long for a large log; run it on a background pool, then hand it to its
   * lane.
   *
   * @param lane runs the results of background work
   * @param recoveryPoint offset below which everything is known to be durable and good; 0 if
   *     unknown
   * @param clean whether the log was closed properly
   * @param highWatermark from the checkpoint, 0 if there is none; lowered to the end of the log
   * @throws IOException if the disk fails or the log is damaged below its recovery point
   */
  public static LogTablet open(
      LogEnvironment environment,
      Executor lane,
      Path directory,
      long recoveryPoint,
      boolean clean,
      long highWatermark)
      throws IOException {
    LogTablet log = new LogTablet(environment, lane, directory);
    try {
      log.load(recoveryPoint, clean, highWatermark);
      return log;
    } catch (IOException | RuntimeException e) {
      for (LogSegment segment : log.segments.values()) {
        segment.release();
      }
      throw e;
    }
  }

  // ------------------------------------------------------------------------------------- opening

  private void load(long knownGood, boolean clean, long highWatermark) throws IOException {
    disk.createDirectories(directory);
    List<Long> bases = new ArrayList<>();
    for (Path file : disk.list(directory)) {
      long base = LogFiles.offset(file, LogFiles.LOG);
      if (base >= 0) {
        bases.add(base);
      } else {
        snapshots.found(file);
      }
    }
    Collections.sort(bases);
    for (Path file : disk.list(directory)) {
      long base = LogFiles.offset(file, LogFiles.INDEX);
      base = base >= 0 ? base : LogFiles.offset(file, LogFiles.TIME_INDEX);
      if ((base >= 0 && !bases.contains(base)) || file.toString().endsWith(Disk.TMP_SUFFIX)) {
        disk.delete(file);
      }
    }
    long end = 0;
    for (int i = 0; i < bases.size(); i++) {
      long base = bases.get(i);
      boolean last = i == bases.size() - 1;
      if (!clean && i > 0 && (end > base || (end < base && base > knownGood))) {
        // The end of the segment before was lost in the crash, so what follows must go too.
        dropFrom(bases.subList(i, bases.size()), end);
        break;
      }
      LogSegment segment = LogSegment.open(disk, directory, base, config);
      segments.put(base, segment);
      // Once something behind a segment was flushed, so were the segment and its indexes.
      boolean trusted = clean || (!last && bases.get(i + 1) < knownGood);
      end = trusted ? segment.load() : -1;
      if (end < 0) {
        long before = segment.fileSize();
        end = segment.rebuild();
        long cut = before - segment.sizeInBytes();
        if (cut > 0) {
          LOG.warn("Cut {} bytes off {} at offset {}: no whole, intact batch.", cut, segment, end);
        }
        if (cut > 0 && trusted && !last && end < bases.get(i + 1)) {
          throw new LogStorageException(
              segment
                  + " is damaged at byte "
                  + segment.sizeInBytes()
                  + ", though it was safely on disk once. Check the disk; restore the file or"
                  + " remove this replica.");
        }
      }
    }
    if (segments.isEmpty()) {
      segments.put(0L, LogSegment.create(disk, directory, 0, config));
      disk.syncDirectory(directory);
      end = 0;
    }
    active = segments.lastEntry().getValue();
    startOffset = segments.firstKey();
    endOffset = end;
    recoveryPoint = Math.max(startOffset, Math.min(knownGood, endOffset));
    epochs = LeaderEpochs.open(disk, directory, clean, endOffset, lastCrc());
    snapshots.truncateTo(endOffset);
    rebuildWriters();
    snapshots.retain(segments.navigableKeySet());
    structureChanged();
    publish(Math.max(0, Math.min(highWatermark, endOffset)));
  }

  private void dropFrom(List<Long> bases, long end) throws IOException {
    LOG.warn("{} ends at offset {} before segment {}: dropping that and later.", name, end, bases);
    for (int i = bases.size() - 1; i >= 0; i--) {
      LogSegment segment = LogSegment.open(disk, directory, bases.get(i), config);
      segment.delete();
      segment.release();
      snapshots.forget(bases.get(i));
    }
    disk.syncDirectory(directory);
  }

  private long lastCrc() throws IOException {
    for (LogSegment segment : segments.descendingMap().values()) {
      BatchCursor batch = segment.cursor(endOffset - 1);
      long crc = -1;
      while (batch.next()) {
        crc = batch.crc();
      }
      if (crc >= 0) {
        return crc;
      }
    }
    return -1;
  }

  private void rebuildWriters() throws IOException {
    writers.clear();
    long loaded = snapshots.load(writers, environment.clock.milliseconds());
    for (LogSegment segment : segments.values()) {
      if (loaded < endOffset) {
        takeSnapshot(segment.baseOffset());
      }
      // A segment whose end is not above the snapshot has nothing to add.
      BatchCursor batch = segment.cursor(Math.max(loaded, segment.baseOffset()));
      while (batch.next()) {
        writers.replay(batch);
      }
    }
    takeSnapshot(endOffset);
  }

  // ----------------------------------------------------------------------------------- appending

  /** As {@link #appendAsLeader(List)} for one append, throwing its error. Lane. */
  public AppendResult appendAsLeader(CheckedRecords records) {
    return appendAsLeader(Collections.singletonList(records))[0].orThrow();
  }

  /**
   * Appends what was queued up for this bucket, in order, with one file write where the segment
   * allows. Every element succeeds or fails alone: its batches get consecutive offsets and one
   * commit timestamp, or nothing of it is written. An element with a batch that is in the log
   * already is answered with the place of that batch. Lane.
   *
   * @return one result per element; errors are OutOfOrderSequenceException and LogStorageException
   */
  public AppendResult[] appendAsLeader(List<CheckedRecords> appends) {
    try (LeaderAppend append = beginAppend(appends.size())) {
      appends.forEach(append::add);
      return append.write();
    }
  }

  /**
   * Begins an append whose elements are made one after the other, as those that follow from what is
   * before them in the log. Until it is written or closed nothing else may change the log. Lane.
   *
   * @param count number of elements there will be
   */
  public LeaderAppend beginAppend(int count) {
    long now = environment.clock.milliseconds();
    for (LogSegment segment : segments.descendingMap().values()) {
      now = Math.max(now, segment.maxTimestamp());
      if (segment.sizeInBytes() > 0) {
        break;
      }
    }
    return new LeaderAppend(count, now);
  }

  /** See {@link #beginAppend}; elements succeed and fail as those of one append do. Lane. */
  public final class LeaderAppend implements AutoCloseable {
    private final PendingWrite pending;
    private final long now;
    private boolean written;

    private LeaderAppend(int count, long now) {
      this.pending = new PendingWrite(count);
      this.now = now;
    }

    /** Offset the next element will get. */
    public long nextOffset() {
      return pending.nextOffset;
    }

    /**
     * Tells before a batch is made whether it may be.
     *
     * @return the place of the batch if it is in the log already, to be {@link #add added} as the
     *     element's result; null if it is new
     * @throws LogStorageException if an element before could not be written, so none can
     * @throws org.apache.fluss.exception.OutOfOrderSequenceException if the sequence does not
     *     follow
     */
    public AppendResult check(long writerId, int batchSequence) {
      if (pending.error != null) {
        throw pending.error;
      }
      ensureUsable();
      WriterState.Batch same = writers.check(writerId, batchSequence, pending.nextOffset);
      return same == null ? null : AppendResult.duplicate(same);
    }

    /** Takes an element; its result may still become an error when it is written. */
    public AppendResult add(CheckedRecords records) {
      AppendResult result = leaderAppend(pending, records, now);
      pending.add(result);
      return result;
    }

    /** Takes the result of an element that adds nothing to the log. */
    public void add(AppendResult result) {
      pending.add(result);
    }

    /** Writes all elements; one result each. */
    public AppendResult[] write() {
      pending.write();
      written = true;
      return pending.results;
    }

    /** Takes everything back that was not written. */
    @Override
    public void close() {
      if (!written) {
        writers.rollback();
      }
    }
  }

  private AppendResult leaderAppend(PendingWrite pending, CheckedRecords records, long now) {
    if (records.isEmpty()) {
      return AppendResult.nothing();
    }
    if (pending.error != null) {
      return AppendResult.failed(pending.error);
    }
    try {
      ensureUsable();
      WriterState.Batch same = writers.check(records, pending.nextOffset, true);
      if (same != null) {
        return AppendResult.duplicate(same);
      }
      long first = pending.nextOffset;
      long last = first + records.offsetCount() - 1;
      pending.makeRoom(records, last);
      ByteBuffer buffer = records.buffer();
      long offset = first;
      for (int at = 0; at < buffer.limit(); at += LogBatchHeader.sizeInBytes(buffer, at)) {
        LogBatchHeader.stamp(buffer, at, offset, now);
        offset = LogBatchHeader.nextOffset(buffer, at);
      }
      pending.stage(records, first, last, now);
      return AppendResult.appended(first, last, now);
    } catch (RuntimeException e) {
      return AppendResult.failed(e);
    }
  }

  /**
   * Appends batches as a leader sent them, offsets and timestamps included. Lane.
   *
   * @throws InvalidOffsetException if they do not begin at the log's end or are not in order
   * @throws LogStorageException if the disk fails
   */
  public AppendResult appendAsFollower(CheckedRecords records) {
    if (records.isEmpty()) {
      return AppendResult.nothing();
    }
    ensureUsable();
    ByteBuffer buffer = records.buffer();
    long first = LogBatchHeader.baseOffset(buffer, 0);
    if (first < endOffset) {
      throw new InvalidOffsetException(
          name + " ends at offset " + endOffset + ", but the leader sent offset " + first + ".");
    }
    long next = first;
    long maxTimestamp = -1;
    long maxTimestampOffset = first;
    for (int at = 0; at < buffer.limit(); at += LogBatchHeader.sizeInBytes(buffer, at)) {
      long base = LogBatchHeader.baseOffset(buffer, at);
      if (base < next) {
        throw new InvalidOffsetException(
            name + ": the leader sent offset " + base + " where " + next + " or more must follow.");
      }
      next = LogBatchHeader.nextOffset(buffer, at);
      if (LogBatchHeader.commitTimestamp(buffer, at) > maxTimestamp) {
        maxTimestamp = LogBatchHeader.commitTimestamp(buffer, at);
        maxTimestampOffset = base;
      }
    }
    writers.check(records, first, false);
    PendingWrite pending = new PendingWrite(1);
    pending.nextOffset = first;
    try {
      pending.makeRoom(records, next - 1);
      pending.stage(records, maxTimestampOffset, next - 1, maxTimestamp);
      pending.add(AppendResult.appended(first, next - 1, maxTimestamp));
      pending.write();
    } catch (RuntimeException | Error e) {
      writers.rollback();
      throw e;
    }
    return pending.results[0].orThrow();
  }

  private void ensureUsable() {
    if (closed) {
      throw new LogStorageException(name + " is closed.");
    }
    if (failure != null) {
      throw new LogStorageException(failure.getMessage(), failure);
    }
  }

  /** Appends that are stamped and checked but not in the file yet. */
  private final class PendingWrite {
    final AppendResult[] results;
    private final List<CheckedRecords> staged = new ArrayList<>();
    private final List<long[]> places = new ArrayList<>();
    private int resultCount;
    private int firstUnwritten;
    private int bytes;
    private long nextOffset = endOffset;
    private LogStorageException error;

    PendingWrite(int appends) {
      results = new AppendResult[appends];
    }

    void add(AppendResult result) {
      results[resultCount++] = result;
    }

    void makeRoom(CheckedRecords records, long lastOffset) {
      if (active.mustRoll(bytes, records.sizeInBytes(), lastOffset)
          && (active.sizeInBytes() + bytes > 0 || active.baseOffset() != nextOffset)) {
        write();
        if (error != null) {
          throw error;
        }
        // No gap between segments unless the offsets leave no choice: recovery takes one for a
        // loss.
        roll(lastOffset - endOffset > Integer.MAX_VALUE ? nextOffset : endOffset);
      }
      // An append with a segment of its own may pass the limit, but not what a file can be.
      if ((long) active.sizeInBytes() + bytes + records.sizeInBytes() > Integer.MAX_VALUE) {
        throw new RecordTooLargeException(
            "An append of " + records.sizeInBytes() + " bytes does not fit a segment of " + name);
      }
    }

    /** The place is of the first batch with the largest timestamp. */
    void stage(CheckedRecords records, long timestampOffset, long lastOffset, long timestamp) {
      writers.update(records);
      staged.add(records);
      places.add(new long[] {timestampOffset, lastOffset, timestamp});
      bytes += records.sizeInBytes();
      nextOffset = lastOffset + 1;
    }

    /** Writes what is staged; if that fails, all results since the last write become errors. */
    void write() {
      if (!staged.isEmpty()) {
        try {
          writeStaged();
        } catch (LogStorageException e) {
          Arrays.fill(results, firstUnwritten, resultCount, AppendResult.failed(e));
          error = e;
        }
        staged.clear();
        places.clear();
        bytes = 0;
      }
      firstUnwritten = resultCount;
    }

    private void writeStaged() {
      ByteBuffer[] buffers = new ByteBuffer[staged.size()];
      for (int i = 0; i < buffers.length; i++) {
        buffers[i] = staged.get(i).buffer().duplicate();
      }
      try {
        active.append(buffers);
      } catch (IOException e) {
        writers.rollback();
        throw new LogStorageException("Cannot write to " + active + ": " + e.getMessage(), e);
      }
      for (int i = 0; i < buffers.length; i++) {
        long[] place = places.get(i);
        active.appended(place[0], place[1], place[2], staged.get(i).sizeInBytes());
      }
      endOffset = nextOffset;
      writers.commit();
      publish(reader.highWatermark());
      if (endOffset - recoveryPoint >= config.flushIntervalMessages) {
        flush();
      }
    }
  }

  // -------------------------------------------------------------------------- rolling and flushing

  /** Begins a new segment if the active one has any batch. Lane. */
  public void roll() {
    ensureUsable();
    if (active.sizeInBytes() > 0) {
      roll(endOffset);
    }
  }

  private void roll(long base) {
    try {
      active.trim();
      LogSegment next = LogSegment.create(disk, directory, base, config);
      segments.put(base, next);
      active = next;
      structureChanged();
      publish(reader.highWatermark());
    } catch (IOException e) {
      throw new LogStorageException("Cannot begin a segment of " + name + " at " + base, e);
    }
    flushInBackground(base);
  }

  /** Makes everything before the new segment durable, and the writer states at its start. */
  private void flushInBackground(long base) {
    Map<Long, WriterState.Batch> writersAtBase = writers.newest();
    long startedIn = generation;
    inBackground(
        base,
        unforced(),
        null,
        () -> snapshots.prepare(base, writersAtBase),
        prepared -> {
          if (prepared) {
            snapshots.finish(base, startedIn == generation);
          }
        });
  }

  /**
   * Has everything appended so far made durable in the background; the recovery point moves when
   * that is done. For a timer; appends go on. Lane.
   */
  public void flushLater() {
    ensureUsable();
    if (recoveryPoint < endOffset) {
      inBackground(endOffset, unforced(), active, () -> true, done -> {});
    }
  }

  private void inBackground(
      long upTo,
      List<LogSegment> full,
      LogSegment partial,
      BooleanSupplier andThen,
      Consumer<Boolean> onLane) {
    List<LogSegment> leased = new ArrayList<>(full);
    if (partial != null) {
      leased.add(partial);
    }
    leased.removeIf(segment -> !segment.tryAcquire());
    long startedIn = generation;
    Runnable work =
        () -> {
          IOException error = null;
          try {
            for (LogSegment segment : leased) {
              force(segment, segment != partial);
            }
            disk.syncDirectory(directory);
          } catch (IOException e) {
            error = e;
          }
          IOException outcome = releaseAll(leased, error);
          boolean done = andThen.getAsBoolean();
          execute(
              lane,
              () -> {
                if (!closed) {
                  flushedInBackground(upTo, startedIn, full, outcome);
                  onLane.accept(done);
                }
              });
        };
    if (!execute(environment.background, work)) {
      releaseAll(leased, null);
    }
  }

  private boolean execute(Executor executor, Runnable work) {
    try {
      executor.execute(work);
      return true;
    } catch (RejectedExecutionException e) {
      // The server is going down: closing flushes too.
      LOG.debug("{} flushes at close only", name, e);
      return false;
    }
  }

  private static IOException releaseAll(List<LogSegment> leased, IOException error) {
    IOException first = error;
    for (LogSegment segment : leased) {
      try {
        segment.release();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    return first;
  }

  private void flushedInBackground(
      long upTo, long startedIn, List<LogSegment> full, IOException error) {
    if (error != null) {
      fail("Cannot flush " + name, error);
    } else if (startedIn == generation) {
      full.forEach(LogSegment::markForced);
      recoveryPoint = Math.max(recoveryPoint, upTo);
    }
  }

  /**
   * Makes everything appended so far durable. Lane; waits for the disk.
   *
   * @throws LogStorageException if the disk fails, and for all appends from then on
   */
  public void flush() {
    ensureUsable();
    if (recoveryPoint < endOffset) {
      try {
        force(false);
      } catch (IOException e) {
        throw fail("Cannot flush " + name, e);
      }
    }
  }

  /**
   * The active segment's indexes are rebuilt after a crash, so they count at a clean close only.
   */
  private void force(boolean closing) throws IOException {
    boolean names = closing || active.baseOffset() >= recoveryPoint;
    for (LogSegment segment : unforced()) {
      names = true;
      segment.trim();
      force(segment, true);
      segment.markForced();
    }
    if (closing) {
      active.trim();
    }
    force(active, closing);
    if (names) {
      disk.syncDirectory(directory);
    }
    recoveryPoint = endOffset;
  }

  private void force(LogSegment segment, boolean indexes) throws IOException {
    long start = environment.clock.nanoseconds();
    if (indexes) {
      segment.forceAll();
    } else {
      segment.forceLog();
    }
    environment.metrics.segmentFlushed(environment.clock.nanoseconds() - start);
  }

  /** Full segments that are not durable yet, oldest first. */
  private List<LogSegment> unforced() {
    List<LogSegment> found = new ArrayList<>();
    for (LogSegment segment : segments.headMap(active.baseOffset(), false).values()) {
      if (!segment.isForced()) {
        found.add(segment);
      }
    }
    return found;
  }

  /** After a failed fsync nobody knows what is on disk, so nothing more is acknowledged. */
  private LogStorageException fail(String what, IOException e) {
    LOG.error("{}; it takes no more appends until it is opened again.", what, e);
    failure = new LogStorageException(what + ": " + e.getMessage(), e);
    return failure;
  }

  private void takeSnapshot(long offset) throws IOException {
    snapshots.write(offset, writers.newest());
  }

  // ------------------------------------------------------------------------- truncating, deleting

  /**
   * Cuts off everything at and above an offset; a batch that holds the offset goes whole. Writes
   * what remains through to disk. Lane.
   *
   * @return whether anything was cut; then the recovery point checkpoint must be written
   * @throws IllegalArgumentException if the offset is negative
   */
  public boolean truncateTo(long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("Cannot truncate " + name + " to offset " + offset + ".");
    }
    if (offset >= endOffset) {
      return false;
    }
    if (offset < startOffset) {
      truncateFullyAndStartAt(offset);
      return true;
    }
    ensureUsable();
    try {
      generation++;
      NavigableMap<Long, LogSegment> above = segments.tailMap(offset, false).descendingMap();
      dropping.addAll(above.values());
      above.clear();
      // From the end backwards, durably: a crash in between leaves no hole.
      for (LogSegment segment : dropping) {
        segment.delete();
      }
      disk.syncDirectory(directory);
      active = segments.lastEntry().getValue();
      active.truncateTo(offset);
      endOffset = offset;
      structureChanged();
      publish(Math.min(reader.highWatermark(), offset));
      drop();
      snapshots.truncateTo(offset);
      epochs.truncateTo(offset);
      rebuildWriters();
      recoveryPoint = Math.min(recoveryPoint, offset);
      force(false);
      disk.syncDirectory(directory);
      return true;
    } catch (IOException e) {
      throw fail("Cannot truncate " + name + " to offset " + offset, e);
    }
  }

  /**
   * Empties the log and lets it go on at another offset, writers and epochs forgotten. The recovery
   * point checkpoint must be written next. Lane.
   */
  public void truncateFullyAndStartAt(long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("Cannot start " + name + " at offset " + offset + ".");
    }
    ensureUsable();
    try {
      generation++;
      dropping.addAll(segments.descendingMap().values());
      segments.clear();
      for (LogSegment segment : dropping) {
        segment.delete();
      }
      active = LogSegment.create(disk, directory, offset, config);
      segments.put(offset, active);
      startOffset = offset;
      endOffset = offset;
      recoveryPoint = offset;
      structureChanged();
      publish(offset);
      drop();
      snapshots.deleteAll();
      writers.clear();
      epochs.clear();
      disk.syncDirectory(directory);
    } catch (IOException e) {
      throw fail("Cannot restart " + name + " at offset " + offset, e);
    }
  }

  /**
   * Takes over the writer states of another copy of the log, after {@link
   * #truncateFullyAndStartAt}. Lane.
   *
   * @param snapshot content of a {@code .writer_snapshot} file at the log's end
   * @throws IOException if the content is not a snapshot
   */
  public void restoreWriters(byte[] snapshot) throws IOException {
    writers.load(WriterSnapshot.decode(snapshot), environment.clock.milliseconds());
    takeSnapshot(endOffset);
  }

  /**
   * Removes old segments, whatever their age. Lane.
   *
   * @param limitOffset what lies below may go; lowered to the high watermark
   * @param keptSegments the newest ones that stay in any case, at least 1
   * @return how many were removed
   */
  public int deleteSegments(long limitOffset, int keptSegments) {
    ensureUsable();
    int candidates = segments.size() - Math.max(1, keptSegments);
    List<LogSegment> old = new ArrayList<>();
    for (LogSegment segment : segments.values()) {
      if (old.size() >= candidates || !mayDelete(segment, limitOffset)) {
        break;
      }
      old.add(segment);
    }
    return deleteOldest(old);
  }

  /**
   * Removes segments whose last batch is too old; the active one is ended first if that is true of
   * it. Lane.
   *
   * @param olderThanMs commit timestamp below which a batch is too old
   * @param limitOffset what lies below may go (for example because it is in the lake); lowered to
   *     the high watermark
   * @return how many were removed
   */
  public int deleteExpired(long olderThanMs, long limitOffset) {
    ensureUsable();
    if (active.sizeInBytes() > 0
        && active.maxTimestamp() < olderThanMs
        && endOffset <= Math.min(limitOffset, reader.highWatermark())) {
      roll(endOffset);
    }
    List<LogSegment> old = new ArrayList<>();
    for (LogSegment segment : segments.values()) {
      if (segment.maxTimestamp() >= olderThanMs || !mayDelete(segment, limitOffset)) {
        break;
      }
      old.add(segment);
    }
    return deleteOldest(old);
  }

  private boolean mayDelete(LogSegment segment, long limitOffset) {
    Long next = segments.higherKey(segment.baseOffset());
    // The writer states of what goes must lie where no crash and no truncation will remove them.
    return next != null
        && next <= Math.min(limitOffset, reader.highWatermark())
        && snapshots.isAnyBetween(next, Math.min(reader.highWatermark(), recoveryPoint));
  }

  private int deleteOldest(List<LogSegment> old) {
    if (old.isEmpty() && undeleted.isEmpty()) {
      return 0;
    }
    try {
      dropping.addAll(old);
      for (LogSegment segment : old) {
        segments.remove(segment.baseOffset());
      }
      startOffset = segments.firstKey();
      recoveryPoint = Math.max(recoveryPoint, startOffset);
      structureChanged();
      publish(reader.highWatermark());
      drop();
      epochs.deleteBefore(startOffset);
      return old.size();
    } catch (IOException e) {
      throw new LogStorageException("Cannot delete old segments of " + name, e);
    }
  }

  /** A file that cannot be removed stops nothing else, and is tried again by the next call. */
  private void drop() throws IOException {
    IOException error = releaseAll(dropping, null);
    undeleted.addAll(dropping);
    dropping.clear();
    for (LogSegment segment : List.copyOf(undeleted)) {
      try {
        // A new segment may have taken its name.
        if (segments.get(segment.baseOffset()) == null) {
          segment.delete();
          snapshots.forget(segment.baseOffset());
        }
        undeleted.remove(segment);
      } catch (IOException e) {
        error = error == null ? e : error;
      }
    }
    if (error != null) {
      throw error;
    }
  }

  /** Forgets writers that were silent for too long; returns how many. Lane. */
  public int expireWriters() {
    return writers.expire(environment.clock.milliseconds());
  }

  // ------------------------------------------------------------------------------------- closing

  /**
   * Makes everything durable and closes the log; a later open may trust it. Lane.
   *
   * @throws IOException if the disk fails: the log must be recovered then
   */
  public void close() throws IOException {
    if (closed) {
      return;
    }
    try {
      if (failure != null) {
        throw new IOException(failure.getMessage(), failure);
      }
      force(true);
      takeSnapshot(endOffset);
      epochs.close(endOffset, lastCrc());
    } finally {
      abandon();
    }
  }

  /** Closes the log as it is; it must be recovered when it is opened again. Lane. */
  public void abandon() throws IOException {
    if (!closed) {
      closed = true;
      LogView last = reader.view();
      reader.publish(last.asClosed());
      IOException error =
          releaseAll(dropping, releaseAll(new ArrayList<>(segments.values()), null));
      if (error != null) {
        throw error;
      }
    }
  }

  /** Closes the log and removes its directory; leases keep working. Lane. */
  public void delete() throws IOException {
    abandon();
    for (int attempt = 1; ; attempt++) {
      try {
        disk.deleteRecursively(directory);
        return;
      } catch (DirectoryNotEmptyException e) {
        // A background snapshot slipped in. There are no more than one or two of those.
        if (attempt == 5) {
          throw e;
        }
      }
    }
  }

  // --------------------------------------------------------------------------------------- state

  /** Moves the high watermark forward, at most to the end; returns whether it moved. Lane. */
  public boolean advanceHighWatermark(long offset) {
    long target = Math.min(offset, endOffset);
    if (target <= reader.highWatermark()) {
      return false;
    }
    publish(target);
    return true;
  }

  private void structureChanged() {
    segmentArray = segments.values().toArray(new LogSegment[0]);
  }

  private void publish(long highWatermark) {
    reader.publish(
        new LogView(
            segmentArray,
            startOffset,
            highWatermark,
            endOffset,
            active.sizeInBytes(),
            generation,
            false));
  }

  /** Reads the log. Any thread. */
  public LogReader reader() {
    return reader;
  }

  /** Which leader epochs wrote the log. Lane. */
  public LeaderEpochs epochs() {
    return epochs;
  }

  /** First offset in the local log. Any thread. */
  public long startOffset() {
    return reader.startOffset();
  }

  /** High watermark. Any thread. */
  public long highWatermark() {
    return reader.highWatermark();
  }

  /** Offset the next record will get. Any thread. */
  public long endOffset() {
    return reader.endOffset();
  }

  /** Offset below which everything is durable. Any thread. */
  public long recoveryPoint() {
    return recoveryPoint;
  }

  /** Number of idempotent writers remembered. Lane. */
  public int writerCount() {
    return writers.size();
  }

  /** Whether appends may succeed: after some failures the log must be opened again. Lane. */
  public boolean isUsable() {
    return failure == null && !closed;
  }

  /** Directory of the log. */
  public Path directory() {
    return directory;
  }

  @Override
  public String toString() {
    return name;
  }
}
