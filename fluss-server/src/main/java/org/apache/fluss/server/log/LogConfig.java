// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.MemorySize;
import org.apache.fluss.exception.IllegalConfigurationException;

/**
 * How logs are kept. Immutable; build one with {@link #defaults} and the {@code with} methods, or
 * from the server's configuration.
 */
public final class LogConfig {
  /** Largest {@code .log} file in bytes, one oversized append aside. */
  public final int segmentSizeBytes;

  /** Largest index file in bytes; a segment ends when one of its indexes is full. */
  public final int indexSizeBytes;

  /** Bytes appended between two index entries. */
  public final int indexIntervalBytes;

  /** Whether a new {@code .log} is given its full length at once. */
  public final boolean preallocate;

  /** Offsets that may be unflushed after an append; {@link Long#MAX_VALUE} leaves it to rolls. */
  public final long flushIntervalMessages;

  /** Silence in milliseconds after which a writer is forgotten. */
  public final long writerExpirationMs;

  private LogConfig(
      int segmentSizeBytes,
      int indexSizeBytes,
      int indexIntervalBytes,
      boolean preallocate,
      long flushIntervalMessages,
      long writerExpirationMs) {
    if (segmentSizeBytes < 1 || indexSizeBytes < 2 * SegmentIndex.TIME_ENTRY_SIZE) {
      throw new IllegalArgumentException(
          "A log segment of "
              + segmentSizeBytes
              + " bytes with indexes of "
              + indexSizeBytes
              + " bytes is too small; raise log.segment.file-size or log.index.file-size.");
    }
    if (indexIntervalBytes < 0 || flushIntervalMessages < 1 || writerExpirationMs < 0) {
      throw new IllegalArgumentException(
          "log.index.interval-size, log.flush.interval-messages and"
              + " server.writer-id.expiration-time must be positive.");
    }
    this.segmentSizeBytes = segmentSizeBytes;
    this.indexSizeBytes = indexSizeBytes;
    this.indexIntervalBytes = indexIntervalBytes;
    this.preallocate = preallocate;
    this.flushIntervalMessages = flushIntervalMessages;
    this.writerExpirationMs = writerExpirationMs;
  }

  /**
   * What the server's options say.
   *
   * @throws IllegalConfigurationException if one of them is out of range
   */
  public static LogConfig of(Configuration configuration) {
    try {
      return new LogConfig(
          bytes(configuration, ConfigOptions.LOG_SEGMENT_FILE_SIZE),
          bytes(configuration, ConfigOptions.LOG_INDEX_FILE_SIZE),
          bytes(configuration, ConfigOptions.LOG_INDEX_INTERVAL_SIZE),
          configuration.get(ConfigOptions.LOG_FILE_PREALLOCATE),
          configuration.get(ConfigOptions.LOG_FLUSH_INTERVAL_MESSAGES),
          configuration.get(ConfigOptions.WRITER_ID_EXPIRATION_TIME).toMillis());
    } catch (IllegalArgumentException e) {
      throw new IllegalConfigurationException(e.getMessage(), e);
    }
  }

  private static int bytes(Configuration configuration, ConfigOption<MemorySize> option) {
    long bytes = configuration.get(option).getBytes();
    if (bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          option.key()
              + " is "
              + bytes
              + " bytes, the most possible is "
              + Integer.MAX_VALUE
              + ".");
    }
    return (int) bytes;
  }

  /** The defaults of the server's options. */
  public static LogConfig defaults() {
    return new LogConfig(1 << 30, 10 << 20, 4096, false, Long.MAX_VALUE, 7L * 24 * 60 * 60 * 1000);
  }

  /** See {@link #segmentSizeBytes}. */
  public LogConfig withSegmentSizeBytes(int bytes) {
    return new LogConfig(
        bytes,
        indexSizeBytes,
        indexIntervalBytes,
        preallocate,
        flushIntervalMessages,
        writerExpirationMs);
  }

  /** See {@link #indexSizeBytes}. */
  public LogConfig withIndexSizeBytes(int bytes) {
    return new LogConfig(
        segmentSizeBytes,
        bytes,
        indexIntervalBytes,
        preallocate,
        flushIntervalMessages,
        writerExpirationMs);
  }

  /** See {@link #indexIntervalBytes}. */
  public LogConfig withIndexIntervalBytes(int bytes) {
    return new LogConfig(
        segmentSizeBytes,
        indexSizeBytes,
        bytes,
        preallocate,
        flushIntervalMessages,
        writerExpirationMs);
  }

  /** See {@link #preallocate}. */
  public LogConfig withPreallocate(boolean on) {
    return new LogConfig(
        segmentSizeBytes,
        indexSizeBytes,
        indexIntervalBytes,
        on,
        flushIntervalMessages,
        writerExpirationMs);
  }

  /** See {@link #flushIntervalMessages}. */
  public LogConfig withFlushIntervalMessages(long messages) {
    return new LogConfig(
        segmentSizeBytes,
        indexSizeBytes,
        indexIntervalBytes,
        preallocate,
        messages,
        writerExpirationMs);
  }

  /** See {@link #writerExpirationMs}. */
  public LogConfig withWriterExpirationMs(long ms) {
    return new LogConfig(
        segmentSizeBytes,
        indexSizeBytes,
        indexIntervalBytes,
        preallocate,
        flushIntervalMessages,
        ms);
  }
}
