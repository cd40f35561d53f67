// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.nio.ByteBuffer;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.utils.CloseableIterator;

/** A log batch in a file, of which only the header is in memory until more is needed. */
final class FileLogBatch implements LogRecordBatch {
  final int position;
  private final ByteBuffer header;
  private final int sizeInBytes;
  private final Reader reader;

  /** Reads ranges of the file. */
  interface Reader {
    ByteBuffer read(int position, int length);
  }

  FileLogBatch(int position, ByteBuffer header, int sizeInBytes, Reader reader) {
    this.position = position;
    this.header = header;
    this.sizeInBytes = sizeInBytes;
    this.reader = reader;
  }

  private LogRecordBatch load() {
    DefaultLogRecordBatch batch = new DefaultLogRecordBatch();
    batch.pointTo(MemorySegment.wrap(reader.read(position, sizeInBytes).array()), 0);
    return batch;
  }

  @Override
  public boolean isValid() {
    return load().isValid();
  }

  @Override
  public void ensureValid() {
    load().ensureValid();
  }

  @Override
  public long checksum() {
    return LogBatchHeader.crc(header, 0);
  }

  @Override
  public short schemaId() {
    return LogBatchHeader.schemaId(header, 0);
  }

  @Override
  public byte magic() {
    return LogBatchHeader.magic(header, 0);
  }

  @Override
  public long commitTimestamp() {
    return LogBatchHeader.commitTimestamp(header, 0);
  }

  @Override
  public int leaderEpoch() {
    return LogBatchHeader.leaderEpoch(header, 0);
  }

  @Override
  public long baseLogOffset() {
    return LogBatchHeader.baseOffset(header, 0);
  }

  @Override
  public long lastLogOffset() {
    return LogBatchHeader.lastOffset(header, 0);
  }

  @Override
  public long nextLogOffset() {
    return LogBatchHeader.nextOffset(header, 0);
  }

  @Override
  public long writerId() {
    return LogBatchHeader.writerId(header, 0);
  }

  @Override
  public int batchSequence() {
    return LogBatchHeader.batchSequence(header, 0);
  }

  @Override
  public int getRecordCount() {
    return LogBatchHeader.recordCount(header, 0);
  }

  @Override
  public int sizeInBytes() {
    return sizeInBytes;
  }

  @Override
  public CloseableIterator<LogRecord> records(ReadContext context) {
    return load().records(context);
  }
}
