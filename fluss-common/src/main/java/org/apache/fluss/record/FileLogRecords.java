// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.io.Closeable;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.CorruptRecordException;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.utils.AbstractIterator;

/**
 * Log batches in a file or a range of one. Any number of threads may read while one appends;
 * truncating, renaming and closing are for that one, too. Searches throw {@link
 * FlussRuntimeException} if the file cannot be read.
 */
@PublicEvolving
public class FileLogRecords implements LogRecords, Closeable {
  private final FileChannel channel;
  private final boolean isSlice;
  private final int start;
  private final int end;
  private final AtomicInteger size;
  private volatile File file;

  private FileLogRecords(File file, FileChannel channel, int start, int end, boolean isSlice)
      throws IOException {
    this.file = file;
    this.channel = channel;
    this.start = start;
    this.end = end;
    this.isSlice = isSlice;
    if (isSlice) {
      this.size = new AtomicInteger(end - start);
    } else {
      long fileSize = channel.size();
      if (fileSize > Integer.MAX_VALUE) {
        throw new FlussRuntimeException(
            "File " + file + " of " + fileSize + " bytes is too large; the limit is 2 GiB.");
      }
      this.size = new AtomicInteger(Math.min((int) fileSize, end) - start);
      channel.position(Math.min((int) fileSize, end));
    }
  }

  /** Opens a file for reading and appending, and creates it if it is not there. */
  public static FileLogRecords open(File file) throws IOException {
    return open(file, true);
  }

  /**
   * @param mutable whether to append, too; else the file must exist
   */
  public static FileLogRecords open(File file, boolean mutable) throws IOException {
    return open(file, mutable, false, 0, false);
  }

  /** The same as the longer form with {@code mutable}. */
  public static FileLogRecords open(
      File file, boolean fileAlreadyExists, int initFileSize, boolean preallocate)
      throws IOException {
    return open(file, true, fileAlreadyExists, initFileSize, preallocate);
  }

  /**
   * @param preallocate whether a new file takes {@code initFileSize} bytes of disk at once, which
   *     {@link #trim} gives back
   */
  public static FileLogRecords open(
      File file, boolean mutable, boolean fileAlreadyExists, int initFileSize, boolean preallocate)
      throws IOException {
    boolean reserve = mutable && preallocate && !fileAlreadyExists;
    FileChannel channel =
        mutable
            ? FileChannel.open(
                file.toPath(),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE)
            : FileChannel.open(file.toPath(), StandardOpenOption.READ);
    if (reserve && channel.size() == 0) {
      if (initFileSize > 0) {
        channel.write(ByteBuffer.allocate(1), initFileSize - 1L);
      }
      return new FileLogRecords(file, channel, 0, 0, false).endingAt(Integer.MAX_VALUE);
    }
    return new FileLogRecords(file, channel, 0, Integer.MAX_VALUE, false);
  }

  /** The same empty records, but open to the end. */
  private FileLogRecords endingAt(int newEnd) throws IOException {
    FileLogRecords open = new FileLogRecords(file, channel, 0, newEnd, false);
    open.size.set(size.get());
    channel.position(size.get());
    return open;
  }

  @Override
  public int sizeInBytes() {
    return size.get();
  }

  public File file() {
    return file;
  }

  public FileChannel channel() {
    return channel;
  }

  /** These records as a range of the file. */
  public FileChannelChunk toChunk() {
    return new FileChannelChunk(channel, start, sizeInBytes());
  }

  /**
   * Fills the buffer to its limit, or to the end of the records, and flips it.
   *
   * @param position where to start in these records
   */
  public void readInto(ByteBuffer buffer, int position) throws IOException {
    long at = (long) start + position;
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, at);
      if (read < 0) {
        break;
      }
      at += read;
    }
    buffer.flip();
  }

  /**
   * A range of these records, cut to what is there; it shares the file.
   *
   * @throws IllegalArgumentException if position or size are negative or the position lies behind
   *     the end
   */
  public FileLogRecords slice(int position, int size) throws IOException {
    int available = sizeInBytes();
    if (position < 0 || size < 0 || position > available) {
      throw new IllegalArgumentException(
          "No slice of " + size + " bytes at " + position + " in " + available + " bytes.");
    }
    int from = start + position;
    int length = Math.min(size, available - position);
    return new FileLogRecords(file, channel, from, from + length, true);
  }

  /**
   * Appends records.
   *
   * @return bytes written
   * @throws IllegalArgumentException if the file would exceed 2 GiB
   */
  public int append(MemoryLogRecords records) throws IOException {
    if (records.sizeInBytes() > Integer.MAX_VALUE - size.get()) {
      throw new IllegalArgumentException(
          "Appending "
              + records.sizeInBytes()
              + " bytes would make "
              + file
              + " exceed 2 GiB; roll the segment first.");
    }
    int written = records.writeFullyTo(channel);
    size.getAndAdd(written);
    return written;
  }

  /** Makes sure that what was appended is on the disk. */
  public void flush() throws IOException {
    channel.force(true);
  }

  /** Flushes, trims and closes. */
  @Override
  public void close() throws IOException {
    if (!isSlice && channel.isOpen()) {
      flush();
      trim();
    }
    channel.close();
  }

  /** Closes without flushing. */
  public void closeHandlers() throws IOException {
    channel.close();
  }

  /** Closes and deletes the file; returns whether it was there. */
  public boolean deleteIfExists() throws IOException {
    channel.close();
    return Files.deleteIfExists(file.toPath());
  }

  /** Gives back disk space behind the end. */
  public void trim() throws IOException {
    if (channel.size() > sizeInBytes()) {
      channel.truncate(sizeInBytes());
      channel.position(sizeInBytes());
    }
  }

  /** Tells where the file is after its directory was renamed. */
  public void updateParentDir(File parentDir) {
    file = new File(parentDir, file.getName());
  }

  /** Renames the file, atomically where the disk can. */
  public void renameTo(File target) throws IOException {
    Files.move(file.toPath(), target.toPath(), StandardCopyOption.ATOMIC_MOVE);
    file = target;
  }

  /**
   * Cuts the file.
   *
   * @return bytes cut off
   * @throws FlussRuntimeException if the size is negative or larger than that of the file
   */
  public int truncateTo(int targetSize) throws IOException {
    int originalSize = sizeInBytes();
    if (targetSize < 0 || targetSize > originalSize) {
      throw new FlussRuntimeException(
          "Cannot cut " + file + " of " + originalSize + " bytes to " + targetSize + ".");
    }
    if (targetSize < channel.size()) {
      channel.truncate(targetSize);
      channel.position(targetSize);
      size.set(targetSize);
    }
    return originalSize - targetSize;
  }

  /**
   * The first batch that ends at an offset or after.
   *
   * @param startingPosition where a batch begins in the file
   * @return null if there is none
   */
  public LogOffsetPosition searchForOffsetWithSize(long targetOffset, int startingPosition) {
    Iterator<FileLogBatch> batches = batchesFrom(startingPosition);
    while (batches.hasNext()) {
      FileLogBatch batch = batches.next();
      if (batch.lastLogOffset() >= targetOffset) {
        return new LogOffsetPosition(batch.baseLogOffset(), batch.position, batch.sizeInBytes());
      }
    }
    return null;
  }

  /**
   * The first batch that is as new as a timestamp or newer and ends at an offset or after.
   *
   * @return timestamp and base offset of the batch, null if there is none
   */
  public TimestampAndOffset searchForTimestamp(
      long targetTimestamp, int startingPosition, long startingOffset) {
    Iterator<FileLogBatch> batches = batchesFrom(startingPosition);
    while (batches.hasNext()) {
      FileLogBatch batch = batches.next();
      if (batch.commitTimestamp() >= targetTimestamp && batch.lastLogOffset() >= startingOffset) {
        return new TimestampAndOffset(batch.commitTimestamp(), batch.baseLogOffset());
      }
    }
    return null;
  }

  /** The largest timestamp from a position on and the last offset that has it; (-1, -1) if none. */
  public TimestampAndOffset largestTimestampAfter(int startingPosition) {
    long maxTimestamp = -1;
    long offset = -1;
    Iterator<FileLogBatch> batches = batchesFrom(startingPosition);
    while (batches.hasNext()) {
      FileLogBatch batch = batches.next();
      if (batch.commitTimestamp() > maxTimestamp) {
        maxTimestamp = batch.commitTimestamp();
        offset = batch.lastLogOffset();
      }
    }
    return new TimestampAndOffset(maxTimestamp, offset);
  }

  @Override
  public Iterable<LogRecordBatch> batches() {
    return () -> {
      Iterator<FileLogBatch> batches = batchesFrom(start);
      return new AbstractIterator<LogRecordBatch>() {
        @Override
        protected LogRecordBatch makeNext() {
          return batches.hasNext() ? batches.next() : allDone();
        }
      };
    };
  }

  /** Walks the batches from a position in the file up to the first that is cut short. */
  private Iterator<FileLogBatch> batchesFrom(int startingPosition) {
    int limit = start + sizeInBytes();
    return new AbstractIterator<FileLogBatch>() {
      private int at = startingPosition;

      @Override
      protected FileLogBatch makeNext() {
        if (limit - at < LogBatchHeader.V0_HEADER_SIZE) {
          return allDone();
        }
        int headerSize = Math.min(limit - at, LogBatchHeader.V1_HEADER_SIZE);
        ByteBuffer header = read(at, headerSize);
        int size = LogBatchHeader.sizeInBytes(header, 0);
        if (size < LogBatchHeader.V0_HEADER_SIZE) {
          throw new CorruptRecordException(
              "Log batch at " + at + " of " + file + " claims " + size + " bytes.");
        }
        if (size > limit - at) {
          return allDone();
        }
        FileLogBatch batch = new FileLogBatch(at, header, size, FileLogRecords.this::read);
        at += size;
        return batch;
      }
    };
  }

  private ByteBuffer read(int position, int length) {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    try {
      long at = position;
      while (buffer.hasRemaining()) {
        int read = channel.read(buffer, at);
        if (read < 0) {
          throw new EOFException("File " + file + " ends at " + at + ", inside a log batch.");
        }
        at += read;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
    return buffer.flip();
  }

  @Override
  public String toString() {
    return "FileLogRecords(" + file + ", " + start + " to " + (start + sizeInBytes()) + ")";
  }

  /** Where a batch is. */
  public static class LogOffsetPosition {
    /** Base offset of the batch. */
    public final long offset;

    /** Position of the batch in the file. */
    public final int position;

    /** Size of the batch in bytes. */
    public final int size;

    public LogOffsetPosition(long offset, int position, int size) {
      this.offset = offset;
      this.position = position;
      this.size = size;
    }

    public long getOffset() {
      return offset;
    }

    public int getPosition() {
      return position;
    }

    public int getSize() {
      return size;
    }

    @Override
    public boolean equals(Object o) {
      if (!(o instanceof LogOffsetPosition)) {
        return false;
      }
      LogOffsetPosition that = (LogOffsetPosition) o;
      return offset == that.offset && position == that.position && size == that.size;
    }

    @Override
    public int hashCode() {
      return Objects.hash(offset, position, size);
    }

    @Override
    public String toString() {
      return "offset " + offset + " at position " + position + " with " + size + " bytes";
    }
  }
}
