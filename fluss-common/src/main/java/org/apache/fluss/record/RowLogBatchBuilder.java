// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.fluss.exception.RecordTooLargeException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.row.indexed.IndexedRow;
import org.apache.fluss.types.RowType;

/** Builds log batches of format INDEXED or COMPACTED; rows that are encoded already are copied. */
public final class RowLogBatchBuilder implements LogBatchBuilder {
  private static final int FIRST_CAPACITY = 1024;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private final int schemaId;
  private final boolean appendOnly;
  private int targetSizeInBytes;
  private final Class<? extends BinaryRow> rowClass;
  private final RowEncoder encoder;
  private final InternalRow.FieldGetter[] fields;
  private byte[] out = new byte[FIRST_CAPACITY];
  private int size = LogBatchHeader.V0_HEADER_SIZE;
  private int recordCount;

  /**
   * @param logFormat INDEXED or COMPACTED
   * @param appendOnly whether only {@link ChangeType#APPEND_ONLY} records are taken
   * @param targetSizeInBytes size a full batch should have
   */
  public RowLogBatchBuilder(
      LogFormat logFormat,
      RowType rowType,
      int schemaId,
      boolean appendOnly,
      int targetSizeInBytes) {
    if (schemaId < 0 || schemaId > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "Schema id " + schemaId + " does not fit a log batch; the largest is 32767.");
    }
    this.schemaId = schemaId;
    this.appendOnly = appendOnly;
    this.targetSizeInBytes = targetSizeInBytes;
    switch (logFormat) {
      case INDEXED:
        this.rowClass = IndexedRow.class;
        this.encoder = RowEncoder.create(KvFormat.INDEXED, rowType);
        break;
      case COMPACTED:
        this.rowClass = CompactedRow.class;
        this.encoder = RowEncoder.create(KvFormat.COMPACTED, rowType);
        break;
      default:
        throw new IllegalArgumentException("Log format " + logFormat + " is not built row by row.");
    }
    this.fields = InternalRow.createFieldGetters(rowType);
  }

  @Override
  public void append(ChangeType changeType, InternalRow row) {
    if (appendOnly && changeType != ChangeType.APPEND_ONLY) {
      throw new IllegalArgumentException(
          "A log table only takes appended rows, not change type " + changeType + ".");
    }
    BinaryRow encoded = rowClass.isInstance(row) ? rowClass.cast(row) : encode(row);
    int rowSize = encoded.getSizeInBytes();
    long end = (long) size + RowLogRecord.size(encoded);
    if (end > MAX_CAPACITY) {
      throw new RecordTooLargeException(
          "A log batch of " + end + " bytes is too large; the limit is " + MAX_CAPACITY + ".");
    }
    if (end > out.length) {
      out = Arrays.copyOf(out, (int) Math.min(Math.max(end, 2L * out.length), MAX_CAPACITY));
    }
    LittleEndian.putInt(out, size, RowLogRecord.ATTRIBUTES_SIZE + rowSize);
    out[size + RowLogRecord.LENGTH_SIZE] = changeType.toByteValue();
    encoded.copyTo(out, size + RowLogRecord.LENGTH_SIZE + RowLogRecord.ATTRIBUTES_SIZE);
    size = (int) end;
    recordCount++;
  }

  private BinaryRow encode(InternalRow row) {
    encoder.startNewRow();
    for (int i = 0; i < fields.length; i++) {
      encoder.encodeField(i, fields[i].getFieldOrNull(row));
    }
    return encoder.finishRow();
  }

  @Override
  public int recordCount() {
    return recordCount;
  }

  @Override
  public int estimatedSizeInBytes() {
    return size;
  }

  @Override
  public boolean isFull() {
    return recordCount > 0 && size >= targetSizeInBytes;
  }

  @Override
  public ByteBuffer seal(long writerId, int batchSequence) {
    ByteBuffer batch = ByteBuffer.wrap(out, 0, size);
    LogBatchHeader.write(
        batch, 0, (byte) 0, size, schemaId, appendOnly, writerId, batchSequence, recordCount);
    return batch;
  }

  @Override
  public void reset(int targetSizeInBytes) {
    this.targetSizeInBytes = targetSizeInBytes;
    reset();
  }

  @Override
  public void reset() {
    size = LogBatchHeader.V0_HEADER_SIZE;
    recordCount = 0;
  }
}
