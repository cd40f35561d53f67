// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.compression.BufferCodec;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeChecks;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;

/**
 * Opens Arrow messages of one row type as columns. Plain buffers are not copied, compressed ones
 * are decompressed into arrays of their own, both for the wanted columns only. Every offset and
 * size is checked here, so that reading the columns needs no more checks. Safe for any number of
 * threads.
 */
public final class ArrowBatchReader {
  /** Largest size in bytes one batch may decompress to. */
  static final long MAX_DECOMPRESSED_SIZE = 512L << 20;

  /** Bytes by which a buffer may exceed what its values need, for writers that pad. */
  private static final int MAX_PADDING = 64;

  /** Some writers leave the offsets of a column without values out. */
  private static final ArrowBuffer NO_OFFSETS = new ArrowBuffer(new byte[4], 0, 4);

  private final RowType type;
  private final ArrowLayout layout;
  private final int[] wanted;

  /** Reads all columns. */
  public ArrowBatchReader(RowType type) {
    this(type, null);
  }

  /**
   * @param wanted positions of the columns to open, in any order; -1 gives a column of nulls. Null
   *     stands for all columns.
   */
  public ArrowBatchReader(RowType type, int[] wanted) {
    this.type = type;
    this.layout = new ArrowLayout(type);
    if (wanted == null) {
      this.wanted = new int[type.getFieldCount()];
      for (int i = 0; i < this.wanted.length; i++) {
        this.wanted[i] = i;
      }
    } else {
      this.wanted = wanted.clone();
    }
  }

  /**
   * Opens the message at a position.
   *
   * @param buf not written while the columns are in use
   * @param end first position behind the batch
   * @param recordCount number of rows the batch header claims
   * @return one column per wanted one
   * @throws CorruptMessageException if the bytes are no message of the row type
   */
  public ArrowColumn[] read(byte[] buf, int pos, int end, int recordCount) {
    return new Reading(buf, pos, end, recordCount).columns();
  }

  private final class Reading {
    private final byte[] buf;
    private final int body;
    private final long bodyLength;
    private final ArrowMessage message = new ArrowMessage();
    private final BufferCodec codec;
    private final int recordCount;
    private long decompressed;
    private int node;
    private int buffer;

    Reading(byte[] buf, int pos, int end, int recordCount) {
      this.buf = buf;
      this.recordCount = recordCount;
      this.body = message.read(buf, pos, end);
      this.bodyLength = message.bodyLength();
      if (bodyLength > end - body) {
        throw new CorruptMessageException(
            "Arrow body claims " + bodyLength + " bytes, " + (end - body) + " are there.");
      }
      if (message.rowCount() != recordCount) {
        throw new CorruptMessageException(
            "Arrow batch has " + message.rowCount() + " rows, its header says " + recordCount);
      }
      if (message.nodeCount() != layout.nodeCount()
          || message.bufferCount() != layout.bufferCount()) {
        throw new CorruptMessageException(
            String.format(
                "Arrow batch has %d nodes and %d buffers, its schema %s needs %d and %d.",
                message.nodeCount(),
                message.bufferCount(),
                type,
                layout.nodeCount(),
                layout.bufferCount()));
      }
      this.codec =
          message.codec() == ArrowMessage.NO_CODEC ? null : BufferCodec.ofId(message.codec());
    }

    ArrowColumn[] columns() {
      ArrowColumn[] columns = new ArrowColumn[wanted.length];
      for (int i = 0; i < wanted.length; i++) {
        int field = wanted[i];
        if (field < 0) {
          columns[i] = ArrowColumn.nulls(recordCount);
        } else {
          node = layout.firstNode(field);
          buffer = layout.firstBuffer(field);
          columns[i] = column(type.getTypeAt(field), recordCount);
        }
      }
      return columns;
    }

    /** Opens the column whose node and buffers come next. */
    private ArrowColumn column(DataType type, int minCount) {
      long length = message.nodeLength(node);
      long nulls = message.nullCount(node++);
      if (length < minCount || length > Integer.MAX_VALUE - 8 || nulls < 0 || nulls > length) {
        throw new CorruptMessageException(
            String.format(
                "An Arrow column has %d values and %d nulls where %d values are needed.",
                length, nulls, minCount));
      }
      int count = (int) length;
      ArrowBuffer validity = nulls == 0 ? skip() : buffer((count + 7L) >> 3);
      switch (type.getTypeRoot()) {
        case BOOLEAN:
          return new ArrowColumn.Booleans(count, validity, buffer((count + 7L) >> 3));
        case TINYINT:
          return new ArrowColumn.TinyInts(count, validity, buffer(count));
        case SMALLINT:
          return new ArrowColumn.SmallInts(count, validity, buffer(2L * count));
        case INTEGER:
        case DATE:
          return new ArrowColumn.Ints(count, validity, buffer(4L * count));
        case BIGINT:
          return new ArrowColumn.BigInts(count, validity, buffer(8L * count));
        case FLOAT:
          return new ArrowColumn.Floats(count, validity, buffer(4L * count));
        case DOUBLE:
          return new ArrowColumn.Doubles(count, validity, buffer(8L * count));
        case TIME_WITHOUT_TIME_ZONE:
          TimeUnit timeUnit = TimeUnit.of(DataTypeChecks.getPrecision(type));
          return new ArrowColumn.Times(
              count, validity, buffer((long) timeUnit.timeWidth() * count), timeUnit);
        case TIMESTAMP_WITHOUT_TIME_ZONE:
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
          TimeUnit unit = TimeUnit.of(DataTypeChecks.getPrecision(type));
          return new ArrowColumn.Timestamps(count, validity, buffer(8L * count), unit);
        case DECIMAL:
          return new ArrowColumn.Decimals(
              count,
              validity,
              buffer(16L * count),
              DataTypeChecks.getPrecision(type),
              DataTypeChecks.getScale(type));
        case BINARY:
          int width = ((BinaryType) type).getLength();
          return new ArrowColumn.FixedBinaries(
              count, validity, buffer((long) width * count), width);
        case CHAR:
        case STRING:
        case BYTES:
          ArrowBuffer offsets = offsets(count);
          return new ArrowColumn.VariableBytes(
              count, validity, offsets, buffer(lastOffset(offsets, count)));
        case ARRAY:
          ArrowBuffer ends = offsets(count);
          return new ArrowColumn.Lists(
              count,
              validity,
              ends,
              column(((ArrayType) type).getElementType(), lastOffset(ends, count)));
        case MAP:
          return map((MapType) type, count, validity);
        case ROW:
          List<ArrowColumn> fields = new ArrayList<>();
          for (DataType field : ((RowType) type).getFieldTypes()) {
            fields.add(column(field, count));
          }
          return new ArrowColumn.Structs(count, validity, fields.toArray(new ArrowColumn[0]));
        default:
          throw new IllegalArgumentException("No Arrow column for type " + type);
      }
    }

    private ArrowColumn map(MapType type, int count, ArrowBuffer validity) {
      ArrowBuffer offsets = offsets(count);
      int entries = lastOffset(offsets, count);
      if (message.nodeLength(node) < entries) {
        throw new CorruptMessageException("An Arrow map column has too few entries.");
      }
      node++;
      skip();
      ArrowColumn keys = column(type.getKeyType(), entries);
      ArrowColumn values = column(type.getValueType(), entries);
      return new ArrowColumn.Maps(count, validity, offsets, keys, values);
    }

    private ArrowBuffer skip() {
      buffer++;
      return null;
    }

    /** The next buffer as offsets that never fall and begin at 0 or above. */
    private ArrowBuffer offsets(int count) {
      if (count == 0) {
        // empty, or one offset, or a compressed buffer of no bytes
        skip();
        return NO_OFFSETS;
      }
      ArrowBuffer offsets = buffer(4L * (count + 1));
      byte[] bytes = offsets.bytes;
      int at = offsets.start;
      int last = LittleEndian.getInt(bytes, at);
      int faults = last;
      for (int i = 1; i <= count; i++) {
        int next = LittleEndian.getInt(bytes, at + 4 * i);
        faults |= next | (next - last);
        last = next;
      }
      if (faults < 0) {
        throw new CorruptMessageException("The offsets of an Arrow column are not ascending.");
      }
      return offsets;
    }

    private int lastOffset(ArrowBuffer offsets, int count) {
      return LittleEndian.getInt(offsets.bytes, offsets.start + 4 * count);
    }

    /** The next buffer, which must have a size at least. */
    private ArrowBuffer buffer(long needed) {
      long offset = message.bufferOffset(buffer);
      long size = message.bufferLength(buffer++);
      if (offset < 0 || size < 0 || offset > bodyLength || size > bodyLength - offset) {
        throw new CorruptMessageException(
            String.format(
                "An Arrow buffer lies at %d with %d bytes, the body has %d.",
                offset, size, bodyLength));
      }
      int start = body + (int) offset;
      if (codec == null) {
        return plain(start, (int) size, needed);
      }
      if (size == 0) {
        return plain(start, 0, needed);
      }
      if (size < 8) {
        throw new CorruptMessageException("A compressed Arrow buffer has only " + size + " bytes.");
      }
      long claimed = LittleEndian.getLong(buf, start);
      if (claimed == -1) {
        return plain(start + 8, (int) size - 8, needed);
      }
      if (claimed < needed || claimed > needed + MAX_PADDING) {
        throw new CorruptMessageException(
            "An Arrow buffer decompresses to " + claimed + " bytes, its values need " + needed);
      }
      decompressed += claimed;
      if (decompressed > MAX_DECOMPRESSED_SIZE) {
        throw new CorruptMessageException(
            "An Arrow batch decompresses to more than " + MAX_DECOMPRESSED_SIZE + " bytes.");
      }
      byte[] target = new byte[(int) claimed];
      if (claimed > 0) {
        codec.decompress(buf, start + 8, (int) size - 8, target, 0, target.length);
      }
      return new ArrowBuffer(target, 0, target.length);
    }

    private ArrowBuffer plain(int start, int size, long needed) {
      if (size < needed) {
        throw new CorruptMessageException(
            "An Arrow buffer has " + size + " bytes, its values need " + needed + ".");
      }
      return new ArrowBuffer(buf, start, size);
    }
  }
}
