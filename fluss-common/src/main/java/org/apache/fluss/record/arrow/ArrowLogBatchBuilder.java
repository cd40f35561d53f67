// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.fluss.compression.ArrowCompressionInfo;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.compression.BufferCodec;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogBatchBuilder;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.RowType;

/**
 * Builds log batches of format ARROW: every value is copied once, into the buffer of its column.
 */
public final class ArrowLogBatchBuilder implements LogBatchBuilder {
  /** Share of the target at which a batch counts as full, because the size is estimated. */
  private static final double FULL_SHARE = 0.95;

  private final int schemaId;
  private final boolean appendOnly;
  private int targetSizeInBytes;
  private final ArrowCompressionRatioEstimator ratio;
  private final boolean compressed;
  private final ColumnBuilder[] columns;
  private final BodyWriter body;
  private byte[] changeTypes = new byte[0];
  private int recordCount;
  private int nextFullCheck = 1;

  /**
   * @param targetSizeInBytes size a full batch should have
   * @param appendOnly whether only {@link ChangeType#APPEND_ONLY} records are taken and no change
   *     types are stored
   * @param ratio shared by all builders of one table
   * @throws IllegalArgumentException if the schema id exceeds 32767
   */
  public ArrowLogBatchBuilder(
      RowType rowType,
      int schemaId,
      ArrowCompressionInfo compression,
      boolean appendOnly,
      int targetSizeInBytes,
      ArrowCompressionRatioEstimator ratio) {
    if (schemaId < 0 || schemaId > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "Schema id " + schemaId + " does not fit a log batch; the largest is 32767.");
    }
    this.schemaId = schemaId;
    this.appendOnly = appendOnly;
    this.targetSizeInBytes = targetSizeInBytes;
    this.ratio = ratio;
    List<DataField> fields = rowType.getFields();
    this.columns = new ColumnBuilder[fields.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = ColumnBuilder.of(fields.get(i).getName(), fields.get(i).getType());
    }
    BufferCodec codec = codec(compression);
    this.compressed = codec != null;
    ArrowLayout layout = new ArrowLayout(rowType);
    this.body = new BodyWriter(codec, layout.nodeCount(), layout.bufferCount());
  }

  private static BufferCodec codec(ArrowCompressionInfo compression) {
    switch (compression.getCompressionType()) {
      case NONE:
        return null;
      case LZ4_FRAME:
        return BufferCodec.lz4Frame();
      case ZSTD:
        return BufferCodec.zstd(compression.getCompressionLevel());
      default:
        throw new IllegalArgumentException("No codec for " + compression.getCompressionType());
    }
  }

  @Override
  public void append(ChangeType changeType, InternalRow row) {
    if (appendOnly) {
      if (changeType != ChangeType.APPEND_ONLY) {
        throw new IllegalArgumentException(
            "A log table only takes appended rows, not change type " + changeType + ".");
      }
    } else {
      changeTypes = ColumnBuilder.grown(changeTypes, recordCount, recordCount + 1L);
      changeTypes[recordCount] = changeType.toByteValue();
    }
    int i = 0;
    try {
      for (; i < columns.length; i++) {
        columns[i].append(row, i);
      }
    } finally {
      if (i < columns.length) {
        for (ColumnBuilder column : columns) {
          column.truncate(recordCount);
        }
      }
    }
    recordCount++;
  }

  @Override
  public int recordCount() {
    return recordCount;
  }

  /** Uncompressed size in bytes of the columns. */
  private long rawSizeInBytes() {
    long size = 0;
    for (ColumnBuilder column : columns) {
      size += column.sizeInBytes();
    }
    return size;
  }

  @Override
  public int estimatedSizeInBytes() {
    if (recordCount == 0) {
      return LogBatchHeader.V0_HEADER_SIZE;
    }
    long raw = rawSizeInBytes();
    double columnSize = compressed ? raw * (double) Math.min(ratio.estimation(), 1.0f) : raw;
    return (int) Math.min(headSize() + columnSize, Integer.MAX_VALUE);
  }

  private int headSize() {
    return LogBatchHeader.V0_HEADER_SIZE + (appendOnly ? 0 : recordCount) + body.messageHeadSize();
  }

  @Override
  public boolean isFull() {
    if (recordCount < nextFullCheck) {
      return false;
    }
    int size = estimatedSizeInBytes();
    double left = targetSizeInBytes * FULL_SHARE - size;
    if (left <= 0) {
      return true;
    }
    // Sizes are summed up again only when half of the records that may still fit have come.
    double records = left / (size / (double) recordCount) / 2;
    nextFullCheck = recordCount + (int) Math.max(1, Math.min(records, 1 << 20));
    return false;
  }

  @Override
  public ByteBuffer seal(long writerId, int batchSequence) {
    if (recordCount == 0) {
      return sealed(LogBatchHeader.V0_HEADER_SIZE, writerId, batchSequence);
    }
    int message = LogBatchHeader.V0_HEADER_SIZE;
    if (!appendOnly) {
      System.arraycopy(changeTypes, 0, body.reserve(message + recordCount), message, recordCount);
      message += recordCount;
    }
    body.start(message);
    for (ColumnBuilder column : columns) {
      column.writeTo(body);
    }
    int size = body.finish(recordCount);
    if (compressed) {
      long raw = rawSizeInBytes();
      if (raw > 0) {
        ratio.updateEstimation((float) ((size - headSize()) / (double) raw));
      }
    }
    return sealed(size, writerId, batchSequence);
  }

  private ByteBuffer sealed(int size, long writerId, int batchSequence) {
    ByteBuffer batch = ByteBuffer.wrap(body.reserve(size), 0, size);
    LogBatchHeader.write(
        batch, 0, (byte) 0, size, schemaId, appendOnly, writerId, batchSequence, recordCount);
    return batch;
  }

  /** Memory in bytes the builder holds on to, for accounting. */
  public long heldSizeInBytes() {
    return rawSizeInBytes() + body.output().length;
  }

  @Override
  public void reset(int targetSizeInBytes) {
    this.targetSizeInBytes = targetSizeInBytes;
    reset();
  }

  @Override
  public void reset() {
    for (ColumnBuilder column : columns) {
      column.reset();
    }
    recordCount = 0;
    nextFullCheck = 1;
  }
}
