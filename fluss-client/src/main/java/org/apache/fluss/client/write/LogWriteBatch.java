// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.nio.ByteBuffer;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogBatchBuilder;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.row.BinaryRow;

/** Rows of a log table. */
final class LogWriteBatch extends WriteBatch {
  /** Length and attributes in front of an encoded row. */
  private static final int ROW_OVERHEAD = 5;

  private final LogBuilders builders;
  private final int targetBytes;
  private LogBatchBuilder builder;

  LogWriteBatch(
      BucketQueue queue,
      long createdNanos,
      long reservedBytes,
      LogBuilders builders,
      int targetBytes) {
    super(queue, createdNanos, reservedBytes);
    this.builders = builders;
    this.targetBytes = targetBytes;
    this.builder = builders.take(targetBytes);
  }

  @Override
  boolean accepts(WriteRecord record) {
    if (record.isKv() || !builders.serves(record.table)) {
      return false;
    }
    BinaryRow encoded = record.encoded;
    return encoded == null
        || builder.recordCount() == 0
        || (long) builder.estimatedSizeInBytes() + encoded.getSizeInBytes() + ROW_OVERHEAD
            <= targetBytes;
  }

  @Override
  void add(WriteRecord record) {
    builder.append(ChangeType.APPEND_ONLY, record.encoded == null ? record.row : record.encoded);
  }

  @Override
  boolean isFull() {
    return builder.isFull();
  }

  @Override
  int estimatedSize() {
    return builder.estimatedSizeInBytes();
  }

  @Override
  ByteBuffer seal(long writerId, int sequence) {
    return builder.seal(writerId, sequence);
  }

  @Override
  void restamp(ByteBuffer sealed, long writerId, int sequence) {
    LogBatchHeader.setWriterState(sealed, sealed.position(), writerId, sequence);
  }

  @Override
  void recycle() {
    builders.give(builder);
    builder = null;
  }
}
