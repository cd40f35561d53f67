// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.exception.InvalidTimestampException;
import org.apache.fluss.exception.LogOffsetOutOfRangeException;
import org.apache.fluss.exception.LogStorageException;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.utils.clock.Clock;

/**
 * The reading side of a log. Safe for any thread: each call works on the newest view its lane has
 * published, and segments it hands out stay open until they are released.
 */
public final class LogReader {
  /** Of the end of a log, what counts as being in the system's cache. */
  static final long WARM_BYTES = 256L << 20;

  private final String name;
  private final Clock clock;
  private volatile LogView view;

  LogReader(String name, Clock clock) {
    this.name = name;
    this.clock = clock;
  }

  void publish(LogView next) {
    view = next;
  }

  LogView view() {
    return view;
  }

  /** First offset in the local log. */
  public long startOffset() {
    return view.startOffset;
  }

  /** Offset below which all in-sync replicas have everything. */
  public long highWatermark() {
    return view.highWatermark;
  }

  /** Offset the next record will get. */
  public long endOffset() {
    return view.endOffset;
  }

  /** Number of segments. */
  public int segmentCount() {
    return view.segments.length;
  }

  /** Size of all {@code .log} files in bytes. */
  public long sizeInBytes() {
    LogView now = view;
    long size = 0;
    for (int i = 0; i < now.segments.length; i++) {
      size += now.size(i);
    }
    return size;
  }

  /**
   * Finds the batches from the one that holds an offset on, within one segment. Reads a few
   * headers, never the batches.
   *
   * @param maxBytes length of the region; the last batch may be cut by it, the first never is
   * @param minOneBatch whether a first batch larger than {@code maxBytes} is given all the same
   * @throws LogOffsetOutOfRangeException if the offset is below the start or above the end
   * @throws LogStorageException if the disk fails or the log is closed
   */
  public LogRead read(long offset, int maxBytes, boolean minOneBatch, ReadBound bound) {
    for (; ; ) {
      LogView now = current();
      if (offset < now.startOffset || offset > now.endOffset) {
        throw new LogOffsetOutOfRangeException(
            name
                + " has offsets "
                + now.startOffset
                + " to "
                + now.endOffset
                + "; offset "
                + offset
                + " is not among them.");
      }
      if (offset >= now.upper(bound)
          || (!minOneBatch && maxBytes <= LogBatchHeader.V0_HEADER_SIZE)) {
        return new LogRead(now, null, offset);
      }
      try {
        LogRead read = tryRead(now, offset, maxBytes, minOneBatch, now.upper(bound));
        if (read != null) {
          return read;
        }
      } catch (IOException e) {
        failUnlessChanged(now, e);
      }
    }
  }

  /**
   * Whether what a read from an offset finds was written lately, so that it is most likely in the
   * system's cache and needs no disk. A guess from offsets alone.
   */
  public boolean isWarm(long offset) {
    LogView now = view;
    long base = now.segments[now.segments.length - 1].baseOffset();
    if (offset < base) {
      return false;
    }
    double share = (double) (now.endOffset - offset) / Math.max(1, now.endOffset - base);
    return share * now.activeSize <= WARM_BYTES;
  }

  /** Null if a segment of the view was closed meanwhile. */
  private LogRead tryRead(LogView now, long offset, int maxBytes, boolean minOneBatch, long upper)
      throws IOException {
    for (int i = now.floor(offset); i < now.segments.length; i++) {
      LogSegment segment = now.segments[i];
      if (segment.baseOffset() >= upper) {
        break;
      }
      if (!segment.tryAcquire()) {
        return null;
      }
      boolean handedOut = false;
      try {
        int end = endPosition(now, i, upper);
        int position =
            offset <= segment.baseOffset() ? 0 : segment.position(offset, end, now.generation);
        if (position < 0 || position >= end) {
          continue;
        }
        int size = end - position;
        if (size > maxBytes) {
          int first = segment.batchSize(position, end);
          if (first < 0) {
            throw new IOException("no batch at position " + position + " of " + segment);
          }
          size = first <= maxBytes ? maxBytes : minOneBatch ? first : 0;
        }
        if (size > 0) {
          handedOut = true;
        }
        long next = Math.min(upper, endOffset(now, i));
        return new LogRead(now, size == 0 ? null : new LogRegion(segment, position, size), next);
      } finally {
        if (!handedOut) {
          segment.release();
        }
      }
    }
    return new LogRead(now, null, offset);
  }

  private static long endOffset(LogView now, int index) {
    return index == now.segments.length - 1 ? now.endOffset : now.segments[index + 1].baseOffset();
  }

  /** Position in a segment behind the last batch below an offset. */
  private static int endPosition(LogView now, int index, long upper) throws IOException {
    LogSegment segment = now.segments[index];
    int size = now.size(index);
    long next = endOffset(now, index);
    int end = size;
    if (upper < next) {
      int position = segment.position(upper, size, now.generation);
      end = position < 0 ? size : position;
    }
    if (upper <= next) {
      // The next fetch of a reader that keeps up begins here.
      segment.remember(upper, end, now.generation);
    }
    return end;
  }

  /**
   * All batches from the one that holds an offset up to the high watermark, in order, in as many
   * segments as needed.
   *
   * @param offset raised to the start of the log
   * @param maxBytes stop before the segment that would pass this; the first region is always given
   */
  public List<LogRegion> readToHighWatermark(long offset, int maxBytes) {
    List<LogRegion> regions = new ArrayList<>();
    long size = 0;
    boolean complete = false;
    try {
      long next = Math.max(offset, view.startOffset);
      for (LogRead read = read(next, Integer.MAX_VALUE, true, ReadBound.HIGH_WATERMARK);
          read.region() != null;
          read = read(next, Integer.MAX_VALUE, true, ReadBound.HIGH_WATERMARK)) {
        size += read.sizeInBytes();
        if (!regions.isEmpty() && size > maxBytes) {
          read.region().release();
          break;
        }
        regions.add(read.region());
        next = read.nextOffset();
      }
      complete = true;
      return regions;
    } finally {
      if (!complete) {
        regions.forEach(LogRegion::release);
      }
    }
  }

  /**
   * Base offset of the first batch appended at or after a time.
   *
   * @param timestamp milliseconds since the epoch
   * @return the bound if all batches are older
   * @throws InvalidTimestampException if the time lies in the future
   */
  public long offsetForTimestamp(long timestamp, ReadBound bound) {
    long present = clock.milliseconds();
    if (timestamp > present) {
      throw new InvalidTimestampException(
          "Timestamp " + timestamp + " is in the future: it is " + present + " now.");
    }
    for (; ; ) {
      LogView now = current();
      try {
        long offset = tryOffsetForTimestamp(now, timestamp);
        if (offset != RETRY) {
          return Math.min(offset, now.upper(bound));
        }
      } catch (IOException e) {
        failUnlessChanged(now, e);
      }
    }
  }

  private static final long RETRY = -1;

  private static long tryOffsetForTimestamp(LogView now, long timestamp) throws IOException {
    for (int i = 0; i < now.segments.length; i++) {
      LogSegment segment = now.segments[i];
      if (segment.maxTimestamp() >= timestamp) {
        if (!segment.tryAcquire()) {
          return RETRY;
        }
        try {
          long offset = segment.offsetForTimestamp(timestamp, now.size(i));
          if (offset >= 0) {
            return offset;
          }
        } finally {
          segment.release();
        }
      }
    }
    return now.endOffset;
  }

  /**
   * Leases all segments that reach beyond an offset, oldest first, the active one last. Each must
   * be released.
   */
  public List<LeasedSegment> segments(long fromOffset) {
    for (; ; ) {
      LogView now = current();
      List<LeasedSegment> leased = new ArrayList<>();
      boolean complete = true;
      for (int i = 0; i < now.segments.length && complete; i++) {
        boolean active = i == now.segments.length - 1;
        long end = active ? now.endOffset : now.segments[i + 1].baseOffset();
        if (active || end > fromOffset) {
          complete = now.segments[i].tryAcquire();
          if (complete) {
            leased.add(new LeasedSegment(now.segments[i], end, now.size(i), active));
          }
        }
      }
      if (complete) {
        return leased;
      }
      leased.forEach(LeasedSegment::release);
    }
  }

  private LogView current() {
    LogView now = view;
    if (now.closed) {
      throw new LogStorageException(name + " is closed.");
    }
    return now;
  }

  /** Bytes may be cut while they are looked at; only an error with nothing changed is one. */
  private void failUnlessChanged(LogView seen, IOException e) {
    if (view.generation == seen.generation) {
      throw new LogStorageException("Cannot read " + name + ": " + e.getMessage(), e);
    }
  }
}
