// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.fluss.compression.BufferCodec;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.exception.InvalidColumnProjectionException;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/**
 * Reduces stored Arrow batches to some of their columns without decompressing or copying column
 * data. A column that an old batch does not have yet is answered with nulls. The CRC of a projected
 * batch stays that of the stored one, which readers know to ignore. Not safe for concurrent use;
 * keep one per reader, it remembers what it learned about each schema.
 */
public final class ArrowProjection {
  private static final int FIRST_READ = 1024;

  private final int[] selected;
  private final RowType latest;
  private final IntFunction<RowType> rowTypes;
  private final Map<Integer, ArrowLayout> layouts = new HashMap<>();
  private final ArrowMessage message = new ArrowMessage();
  private byte[] head = new byte[FIRST_READ];
  private ByteBuffer headBuffer = ByteBuffer.wrap(head);
  private int headSize;
  private int usualHeadSize = FIRST_READ;

  /**
   * @param selected positions of top-level columns, ascending
   * @param latest newest row type of the table
   * @param rowTypes row type of a schema id; throws if there is no such schema
   * @throws InvalidColumnProjectionException if nothing is selected, or a column twice, out of
   *     order or that does not exist
   */
  public ArrowProjection(int[] selected, RowType latest, IntFunction<RowType> rowTypes) {
    this.selected = selected.clone();
    this.latest = latest;
    this.rowTypes = rowTypes;
    if (selected.length == 0) {
      throw new InvalidColumnProjectionException(
          "A projection needs at least one column; to count rows, select the narrowest one.");
    }
    for (int i = 0; i < selected.length; i++) {
      if (selected[i] < 0 || selected[i] >= latest.getFieldCount()) {
        throw new InvalidColumnProjectionException(
            String.format(
                "Projection %s names column %d, the table has columns 0 to %d.",
                Arrays.toString(selected), selected[i], latest.getFieldCount() - 1));
      }
      if (i > 0 && selected[i] <= selected[i - 1]) {
        throw new InvalidColumnProjectionException(
            String.format(
                "Projection %s must name every column once and in ascending order.",
                Arrays.toString(selected)));
      }
    }
  }

  /**
   * Projects whole batches until a limit is reached.
   *
   * @param start position of the first batch
   * @param end first position that must not be read; a batch that reaches beyond is left out
   * @param maxBytes limit of the projected size; not even the first batch is answered if it is
   *     larger
   * @throws CorruptMessageException if a batch is not what its header and schema say
   */
  public ProjectedBatches project(BatchSource source, long start, long end, int maxBytes)
      throws IOException {
    ProjectedBatches result = new ProjectedBatches();
    int left = maxBytes;
    long position = start;
    while (left > LogBatchHeader.V0_HEADER_SIZE
        && end - position >= LogBatchHeader.V0_HEADER_SIZE) {
      headSize = 0;
      read(source, position, (int) Math.min(usualHeadSize, end - position));
      int batchSize = LogBatchHeader.sizeInBytes(headBuffer, 0);
      int headerSize = headerSize();
      if (batchSize < headerSize) {
        throw corrupt(position, "claims " + batchSize + " bytes");
      }
      if (batchSize > end - position) {
        break;
      }
      if (batchSize == headerSize) {
        result.addRegion(position, batchSize);
      } else {
        read(source, position, Math.min(headerSize, batchSize));
        int size = projectOne(source, position, batchSize, headerSize, left, result);
        if (size < 0) {
          break;
        }
        left -= size;
      }
      position += batchSize;
    }
    return result;
  }

  private int headerSize() {
    byte magic = LogBatchHeader.magic(headBuffer, 0);
    if (magic < 0 || magic > 1) {
      throw new CorruptMessageException("A stored log batch has unknown magic " + magic + ".");
    }
    return LogBatchHeader.headerSize(magic);
  }

  private static CorruptMessageException corrupt(long position, String what) {
    return new CorruptMessageException("Log batch at position " + position + " " + what + ".");
  }

  /** Makes sure that the head of the batch is in memory up to a size. */
  private void read(BatchSource source, long position, int size) throws IOException {
    if (size <= headSize) {
      return;
    }
    if (size > head.length) {
      head = ColumnBuilder.grown(head, headSize, size);
      headBuffer = ByteBuffer.wrap(head);
    }
    source.read(position + headSize, ByteBuffer.wrap(head, headSize, size - headSize));
    headSize = size;
  }

  /** Adds one batch; returns its projected size, or -1 if it exceeds the limit. */
  private int projectOne(
      BatchSource source,
      long position,
      int batchSize,
      int headerSize,
      int left,
      ProjectedBatches result)
      throws IOException {
    int rows = LogBatchHeader.recordCount(headBuffer, 0);
    int changeTypes = LogBatchHeader.isAppendOnly(headBuffer, 0) ? 0 : rows;
    if (rows <= 0 || changeTypes > batchSize - headerSize - ArrowMessage.PREFIX_SIZE) {
      throw corrupt(position, "claims " + rows + " records in " + batchSize + " bytes");
    }
    int messageAt = headerSize + changeTypes;
    read(source, position, messageAt + ArrowMessage.PREFIX_SIZE);
    long metadataSize = ArrowMessage.peekSize(head, messageAt, ArrowMessage.PREFIX_SIZE);
    if (metadataSize > batchSize - messageAt) {
      throw corrupt(position, "claims " + metadataSize + " bytes of Arrow metadata");
    }
    read(source, position, messageAt + (int) metadataSize);
    int bodyAt = message.read(head, messageAt, messageAt + (int) metadataSize);
    if (message.rowCount() != rows || message.bodyLength() > batchSize - bodyAt) {
      throw corrupt(position, "does not hold the rows and bytes its header says");
    }
    usualHeadSize = Math.max(FIRST_READ, Math.min(bodyAt, 1 << 16));

    int schemaId = LogBatchHeader.schemaId(headBuffer, 0);
    ArrowLayout layout =
        layouts.computeIfAbsent(schemaId, id -> new ArrowLayout(rowTypes.apply(id)));
    if (message.nodeCount() != layout.nodeCount()
        || message.bufferCount() != layout.bufferCount()) {
      throw corrupt(position, "does not have the columns of schema " + schemaId);
    }
    Output output = new Output(layout, rows);
    output.collect(position + bodyAt);
    int size = messageAt + output.metadata.length + output.bodySize;
    if (size < 0 || size > left) {
      return -1;
    }
    LogBatchHeader.setSizeInBytes(headBuffer, 0, size);
    result.addBytes(head, 0, messageAt);
    result.addBytes(output.metadata, 0, output.metadata.length);
    for (int i = 0; i < output.pieceCount; i++) {
      byte[] made = output.made[i];
      if (made != null) {
        result.addBytes(made, 0, made.length);
      } else {
        result.addRegion(output.starts[i], output.lengths[i]);
      }
    }
    return size;
  }

  /** Metadata and body of one projected batch. */
  private final class Output {
    private final ArrowLayout layout;
    private final int rows;
    private final byte codec = message.codec();
    private final byte[] metadata;
    private final int firstNode;
    private final int firstBuffer;
    private final long[] starts;
    private final int[] lengths;
    private final byte[][] made;
    private int pieceCount;
    private int nodes;
    private int buffers;
    private int bodySize;

    Output(ArrowLayout layout, int rows) {
      this.layout = layout;
      this.rows = rows;
      int nodeCount = 0;
      int bufferCount = 0;
      for (int field : selected) {
        if (field < layout.fieldCount()) {
          nodeCount += layout.firstNode(field + 1) - layout.firstNode(field);
          bufferCount += layout.firstBuffer(field + 1) - layout.firstBuffer(field);
        } else {
          nodeCount += ArrowLayout.nodes(latest.getTypeAt(field));
          bufferCount += ArrowLayout.buffers(latest.getTypeAt(field));
        }
      }
      metadata = new byte[ArrowMessage.sizeOf(nodeCount, bufferCount, codec)];
      firstNode = ArrowMessage.nodesAt(bufferCount, codec);
      firstBuffer = ArrowMessage.buffersAt(codec);
      starts = new long[bufferCount];
      lengths = new int[bufferCount];
      made = new byte[bufferCount][];
    }

    void collect(long body) {
      for (int field : selected) {
        if (field < layout.fieldCount()) {
          copy(message, layout.firstNode(field), layout.firstNode(field + 1));
          for (int i = layout.firstBuffer(field); i < layout.firstBuffer(field + 1); i++) {
            int padded = append(message, i);
            starts[pieceCount] = body + message.bufferOffset(i);
            lengths[pieceCount++] = padded;
          }
        } else {
          appendNulls(latest.getTypeAt(field));
        }
      }
      ArrowMessage.write(metadata, 0, nodes, buffers, codec, rows, bodySize);
    }

    private void copy(ArrowMessage from, int first, int end) {
      for (int i = first; i < end; i++) {
        ArrowMessage.putEntry(metadata, firstNode, nodes++, from.nodeLength(i), from.nullCount(i));
      }
    }

    /** Appends the entry of a buffer; returns its size with padding. */
    private int append(ArrowMessage from, int index) {
      long offset = from.bufferOffset(index);
      long length = from.bufferLength(index);
      if (offset < 0
          || length < 0
          || offset > from.bodyLength()
          || length > from.bodyLength() - offset
          || ColumnBuilder.padded(length) > from.bodyLength() - offset
          || ColumnBuilder.padded(length) > Integer.MAX_VALUE - bodySize) {
        throw new CorruptMessageException(
            "An Arrow buffer lies at " + offset + " with " + length + " bytes, outside the body.");
      }
      ArrowMessage.putEntry(metadata, firstBuffer, buffers++, bodySize, length);
      int padded = (int) ColumnBuilder.padded(length);
      bodySize += padded;
      return padded;
    }

    private void appendNulls(DataType type) {
      ColumnBuilder column = ColumnBuilder.of("null", type);
      for (int i = 0; i < rows; i++) {
        column.appendNull();
      }
      BufferCodec bufferCodec = codec == ArrowMessage.NO_CODEC ? null : BufferCodec.ofId(codec);
      BodyWriter writer =
          new BodyWriter(bufferCodec, ArrowLayout.nodes(type), ArrowLayout.buffers(type));
      writer.start(0);
      column.writeTo(writer);
      int end = writer.finish(rows);
      ArrowMessage nulls = new ArrowMessage();
      int body = nulls.read(writer.output(), 0, end);
      copy(nulls, 0, nulls.nodeCount());
      for (int i = 0; i < nulls.bufferCount(); i++) {
        int padded = append(nulls, i);
        int from = body + (int) nulls.bufferOffset(i);
        made[pieceCount++] = Arrays.copyOfRange(writer.output(), from, from + padded);
      }
    }
  }
}
