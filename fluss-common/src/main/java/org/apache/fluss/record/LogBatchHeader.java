// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.apache.fluss.exception.CorruptMessageException;

/**
 * The header of a log batch, read and written in place.
 *
 * <p>Every method takes a buffer and the absolute position of the batch in it; neither the buffer's
 * position nor its byte order is used or changed. Base offset and commit timestamp lie outside the
 * checksum, so that a leader can stamp them without reading the batch. Reading a field outside the
 * buffer throws {@link IndexOutOfBoundsException}: check {@link #sizeInBytes} against what is there
 * first, as {@link #ensureValid} does.
 */
public final class LogBatchHeader {
  /** Size of the header of magic 0, the only one that is written outside tests. */
  public static final int V0_HEADER_SIZE = 48;

  /** Size of the header of magic 1 as 0.9.1 defines it: magic 0 plus a leader epoch. */
  public static final int V1_HEADER_SIZE = 52;

  /** Bytes before the part that the length field counts. */
  public static final int LOG_OVERHEAD = 12;

  /** Bytes needed to know the size and the magic of a batch. */
  public static final int MAGIC_END = 13;

  /** Writer id of a batch without idempotent writer. */
  public static final long NO_WRITER_ID = -1L;

  /** Sequence of a batch without idempotent writer. */
  public static final int NO_BATCH_SEQUENCE = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int LENGTH = 8;
  private static final int MAGIC = 12;
  private static final int COMMIT_TIMESTAMP = 13;
  private static final int LEADER_EPOCH = 21;
  private static final int CRC = 21;
  private static final int SCHEMA_ID = 25;
  private static final int ATTRIBUTES = 27;
  private static final int LAST_OFFSET_DELTA = 28;
  private static final int WRITER_ID = 32;
  private static final int BATCH_SEQUENCE = 40;
  private static final int RECORD_COUNT = 44;
  private static final int APPEND_ONLY = 1;

  private LogBatchHeader() {}

  /** Offset of the first record. */
  public static long baseOffset(ByteBuffer buf, int pos) {
    return (long) LONGS.get(buf, pos);
  }

  /**
   * Size of the whole batch including this header. Not checked: a corrupt batch may give anything,
   * negative numbers included.
   */
  public static int sizeInBytes(ByteBuffer buf, int pos) {
    return LOG_OVERHEAD + (int) INTS.get(buf, pos + LENGTH);
  }

  /** Version of the header layout. */
  public static byte magic(ByteBuffer buf, int pos) {
    return buf.get(pos + MAGIC);
  }

  /** Milliseconds since the epoch at which the leader appended the batch; 0 before that. */
  public static long commitTimestamp(ByteBuffer buf, int pos) {
    return (long) LONGS.get(buf, pos + COMMIT_TIMESTAMP);
  }

  /** Leader epoch, or -1 where the magic has none. */
  public static int leaderEpoch(ByteBuffer buf, int pos) {
    return shift(buf, pos) == 0 ? -1 : (int) INTS.get(buf, pos + LEADER_EPOCH);
  }

  /** The stored CRC-32C. */
  public static long crc(ByteBuffer buf, int pos) {
    return Integer.toUnsignedLong((int) INTS.get(buf, pos + shift(buf, pos) + CRC));
  }

  /** Id of the schema all rows of the batch have. */
  public static short schemaId(ByteBuffer buf, int pos) {
    return (short) SHORTS.get(buf, pos + shift(buf, pos) + SCHEMA_ID);
  }

  /** Whether every record is {@link ChangeType#APPEND_ONLY} and no change types are stored. */
  public static boolean isAppendOnly(ByteBuffer buf, int pos) {
    return (buf.get(pos + shift(buf, pos) + ATTRIBUTES) & APPEND_ONLY) != 0;
  }

  /** Last offset minus base offset. */
  public static int lastOffsetDelta(ByteBuffer buf, int pos) {
    return (int) INTS.get(buf, pos + shift(buf, pos) + LAST_OFFSET_DELTA);
  }

  /** Id of the idempotent writer, or {@link #NO_WRITER_ID}. */
  public static long writerId(ByteBuffer buf, int pos) {
    return (long) LONGS.get(buf, pos + shift(buf, pos) + WRITER_ID);
  }

  /** Sequence the writer gave the batch, or {@link #NO_BATCH_SEQUENCE}. */
  public static int batchSequence(ByteBuffer buf, int pos) {
    return (int) INTS.get(buf, pos + shift(buf, pos) + BATCH_SEQUENCE);
  }

  /** Number of records; 0 for a batch that only moves offsets and writer state. */
  public static int recordCount(ByteBuffer buf, int pos) {
    return (int) INTS.get(buf, pos + shift(buf, pos) + RECORD_COUNT);
  }

  /** Offset of the last record; an empty batch still takes one offset. */
  public static long lastOffset(ByteBuffer buf, int pos) {
    return baseOffset(buf, pos) + lastOffsetDelta(buf, pos);
  }

  /** Offset of the batch that follows. */
  public static long nextOffset(ByteBuffer buf, int pos) {
    return lastOffset(buf, pos) + 1;
  }

  /**
   * Size of the header of a magic.
   *
   * @throws IllegalArgumentException if the magic is not known
   */
  public static int headerSize(byte magic) {
    if (magic == 0) {
      return V0_HEADER_SIZE;
    }
    if (magic == 1) {
      return V1_HEADER_SIZE;
    }
    throw new IllegalArgumentException(
        "Log batch has magic " + magic + "; this version reads magic 0 and 1.");
  }

  /** Sets what only the leader knows; the checksum stays right. */
  public static void stamp(ByteBuffer buf, int pos, long baseOffset, long commitTimestamp) {
    LONGS.set(buf, pos, baseOffset);
    LONGS.set(buf, pos + COMMIT_TIMESTAMP, commitTimestamp);
  }

  /**
   * Sets the leader epoch; the checksum stays right.
   *
   * @throws UnsupportedOperationException if the magic has no leader epoch
   */
  public static void setLeaderEpoch(ByteBuffer buf, int pos, int leaderEpoch) {
    if (shift(buf, pos) == 0) {
      throw new UnsupportedOperationException("A log batch of magic 0 has no leader epoch.");
    }
    INTS.set(buf, pos + LEADER_EPOCH, leaderEpoch);
  }

  /** Sets the length field alone; the checksum stays right if the body did not change. */
  public static void setSizeInBytes(ByteBuffer buf, int pos, int sizeInBytes) {
    INTS.set(buf, pos + LENGTH, sizeInBytes - LOG_OVERHEAD);
  }

  /** Gives a finished batch another writer state and renews its checksum; the body stays. */
  public static void setWriterState(ByteBuffer buf, int pos, long writerId, int batchSequence) {
    int shifted = pos + shift(buf, pos);
    LONGS.set(buf, shifted + WRITER_ID, writerId);
    INTS.set(buf, shifted + BATCH_SEQUENCE, batchSequence);
    INTS.set(buf, shifted + CRC, (int) computeCrc(buf, pos));
  }

  /**
   * Writes the header of a batch whose body is already in place behind it, checksum included. Base
   * offset and commit timestamp become 0 and the leader epoch -1, for the leader to stamp.
   *
   * @param sizeInBytes size of the whole batch
   * @throws IllegalArgumentException if the schema id does not fit 15 bits, a size or count is
   *     negative, or the magic is not known
   */
  public static void write(
      ByteBuffer buf,
      int pos,
      byte magic,
      int sizeInBytes,
      int schemaId,
      boolean appendOnly,
      long writerId,
      int batchSequence,
      int recordCount) {
    if (schemaId < 0 || schemaId > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "Schema id " + schemaId + " does not fit a log batch; the largest is 32767.");
    }
    if (recordCount < 0 || sizeInBytes < headerSize(magic)) {
      throw new IllegalArgumentException(
          "A log batch of "
              + recordCount
              + " records and "
              + sizeInBytes
              + " bytes is impossible.");
    }
    LONGS.set(buf, pos, 0L);
    setSizeInBytes(buf, pos, sizeInBytes);
    buf.put(pos + MAGIC, magic);
    LONGS.set(buf, pos + COMMIT_TIMESTAMP, 0L);
    if (magic != 0) {
      INTS.set(buf, pos + LEADER_EPOCH, -1);
    }
    int shifted = pos + headerSize(magic) - V0_HEADER_SIZE;
    SHORTS.set(buf, shifted + SCHEMA_ID, (short) schemaId);
    buf.put(shifted + ATTRIBUTES, (byte) (appendOnly ? APPEND_ONLY : 0));
    INTS.set(buf, shifted + LAST_OFFSET_DELTA, Math.max(recordCount - 1, 0));
    INTS.set(buf, shifted + RECORD_COUNT, recordCount);
    setWriterState(buf, pos, writerId, batchSequence);
  }

  /** Computes the CRC-32C from the schema id to the end of the batch. */
  public static long computeCrc(ByteBuffer buf, int pos) {
    ByteBuffer covered = buf.duplicate();
    covered.limit(pos + sizeInBytes(buf, pos));
    covered.position(pos + shift(buf, pos) + SCHEMA_ID);
    CRC32C crc = new CRC32C();
    crc.update(covered);
    return crc.getValue();
  }

  /**
   * Whether a whole batch of a known magic lies at a position and its checksum is right.
   *
   * @param size bytes that belong to the batch or are available at the position
   */
  public static boolean isValid(ByteBuffer buf, int pos, int size) {
    return fault(buf, pos, size) == null;
  }

  /**
   * As {@link #isValid}, telling what is wrong.
   *
   * @throws CorruptMessageException if the batch is cut short, of an unknown magic, counts its
   *     records wrongly, or fails its checksum
   */
  public static void ensureValid(ByteBuffer buf, int pos, int size) {
    String fault = fault(buf, pos, size);
    if (fault != null) {
      throw new CorruptMessageException("Log batch at position " + pos + " is corrupt: " + fault);
    }
  }

  private static String fault(ByteBuffer buf, int pos, int size) {
    if (size < V0_HEADER_SIZE || pos < 0 || pos > buf.limit() - size) {
      return "only " + Math.min(size, buf.limit() - pos) + " bytes are there, a header has 48.";
    }
    int magic = magic(buf, pos);
    if (magic < 0 || magic > 1) {
      return "its magic is " + magic + ", known are 0 and 1.";
    }
    int sizeInBytes = sizeInBytes(buf, pos);
    if (sizeInBytes < headerSize((byte) magic) || sizeInBytes > size) {
      return "it claims " + sizeInBytes + " bytes, " + size + " are there.";
    }
    int recordCount = recordCount(buf, pos);
    if (recordCount < 0 || lastOffsetDelta(buf, pos) != Math.max(recordCount - 1, 0)) {
      return "it claims " + recordCount + " records up to " + lastOffsetDelta(buf, pos) + ".";
    }
    long stored = crc(buf, pos);
    long computed = computeCrc(buf, pos);
    return stored == computed ? null : "its CRC is " + computed + ", stored is " + stored + ".";
  }

  private static int shift(ByteBuffer buf, int pos) {
    return buf.get(pos + MAGIC) == 1 ? V1_HEADER_SIZE - V0_HEADER_SIZE : 0;
  }
}
