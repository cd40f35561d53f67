// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.fluss.record.DefaultKvRecord;
import org.apache.fluss.record.KvBatchBuilder;
import org.apache.fluss.rpc.protocol.MergeMode;

/** Upserts and deletes of a primary key table, all with the same columns and merge mode. */
final class KvWriteBatch extends WriteBatch {
  final int[] targetColumns;
  final MergeMode mergeMode;
  private final int schemaId;
  private final int targetBytes;
  private KvBatchBuilder builder;

  KvWriteBatch(
      BucketQueue queue,
      long createdNanos,
      long reservedBytes,
      WriteRecord first,
      int targetBytes) {
    super(queue, createdNanos, reservedBytes);
    this.targetColumns = first.targetColumns;
    this.mergeMode = first.mergeMode;
    this.schemaId = first.table.getSchemaId();
    this.targetBytes = targetBytes;
    this.builder =
        new KvBatchBuilder(first.table.getTableConfig().getKvFormat(), schemaId, targetBytes);
  }

  static int sizeOf(WriteRecord record) {
    return DefaultKvRecord.sizeOf(record.key, record.encoded);
  }

  @Override
  boolean accepts(WriteRecord record) {
    return record.isKv()
        && record.table.getSchemaId() == schemaId
        && record.mergeMode == mergeMode
        && (record.targetColumns == targetColumns
            || Arrays.equals(record.targetColumns, targetColumns))
        && !builder.isFullFor(record.key, record.encoded);
  }

  @Override
  void add(WriteRecord record) {
    builder.append(record.key, record.encoded);
  }

  @Override
  boolean isFull() {
    return builder.recordCount() > 0 && builder.sizeInBytes() >= targetBytes;
  }

  @Override
  int estimatedSize() {
    return builder.sizeInBytes();
  }

  @Override
  ByteBuffer seal(long writerId, int sequence) {
    return builder.seal(writerId, sequence);
  }

  @Override
  void restamp(ByteBuffer sealed, long writerId, int sequence) {
    builder.seal(writerId, sequence);
  }

  @Override
  void recycle() {
    builder = null;
  }
}
