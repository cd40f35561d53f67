// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.parquet;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.record.arrow.ArrowColumn;
import org.apache.fluss.row.DataGetters;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimestampType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Writes one field of Fluss rows into its Parquet columns, reading values in place: no object per
 * row and none per fixed-length value. Not thread-safe.
 */
abstract class FieldWriter {

  private final boolean optional;

  FieldWriter(boolean optional) {
    this.optional = optional;
  }

  /** A writer of {@code field}, which Parquet knows as {@code parquet} at {@code path}. */
  static FieldWriter of(DataType field, Type parquet, MessageType file, String... path) {
    boolean optional = parquet.isRepetition(Type.Repetition.OPTIONAL);
    switch (field.getTypeRoot()) {
      case ROW:
        List<FieldWriter> members = new ArrayList<>();
        for (DataField member : ((RowType) field).getFields()) {
          Type type = parquet.asGroupType().getType(members.size());
          members.add(of(member.getType(), type, file, append(path, type.getName())));
        }
        return new Struct(optional, members);
      case ARRAY:
        GroupType list = parquet.asGroupType().getType(0).asGroupType();
        String[] listPath = append(path, list.getName());
        Type element = list.getType(0);
        return new ListField(
            optional,
            file.getMaxRepetitionLevel(listPath),
            of(
                ((ArrayType) field).getElementType(),
                element,
                file,
                append(listPath, element.getName())));
      case MAP:
        GroupType entry = parquet.asGroupType().getType(0).asGroupType();
        String[] entryPath = append(path, entry.getName());
        MapType map = (MapType) field;
        return new MapField(
            optional,
            file.getMaxRepetitionLevel(entryPath),
            of(
                map.getKeyType(),
                entry.getType(0),
                file,
                append(entryPath, entry.getType(0).getName())),
            of(
                map.getValueType(),
                entry.getType(1),
                file,
                append(entryPath, entry.getType(1).getName())));
      default:
        return new Leaf(
            optional,
            file.getColumnDescription(path),
            emitter(field, parquet),
            batchEmitter(field, parquet));
    }
  }

  private static Emitter emitter(DataType type, Type parquet) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return (c, g, p, rep, def) -> c.write(g.getBoolean(p), rep, def);
      case TINYINT:
        return (c, g, p, rep, def) -> c.write((int) g.getByte(p), rep, def);
      case SMALLINT:
        return (c, g, p, rep, def) -> c.write((int) g.getShort(p), rep, def);
      case INTEGER:
      case DATE:
        return (c, g, p, rep, def) -> c.write(g.getInt(p), rep, def);
      case TIME_WITHOUT_TIME_ZONE:
        return (c, g, p, rep, def) -> c.write(g.getInt(p) * 1000L, rep, def);
      case BIGINT:
        return (c, g, p, rep, def) -> c.write(g.getLong(p), rep, def);
      case FLOAT:
        return (c, g, p, rep, def) -> c.write(g.getFloat(p), rep, def);
      case DOUBLE:
        return (c, g, p, rep, def) -> c.write(g.getDouble(p), rep, def);
      case CHAR:
        int chars = ((CharType) type).getLength();
        return (c, g, p, rep, def) ->
            c.write(Binary.fromConstantByteArray(g.getChar(p, chars).toBytes()), rep, def);
      case STRING:
        return (c, g, p, rep, def) ->
            c.write(Binary.fromConstantByteArray(g.getString(p).toBytes()), rep, def);
      case BINARY:
        int length = ((BinaryType) type).getLength();
        return (c, g, p, rep, def) ->
            c.write(Binary.fromConstantByteArray(g.getBinary(p, length)), rep, def);
      case BYTES:
        return (c, g, p, rep, def) ->
            c.write(Binary.fromConstantByteArray(g.getBytes(p)), rep, def);
      case DECIMAL:
        return decimal((DecimalType) type, parquet);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int precision = ((TimestampType) type).getPrecision();
        return (c, g, p, rep, def) -> {
          TimestampNtz t = g.getTimestampNtz(p, precision);
          c.write(micros(t.getMillisecond(), t.getNanoOfMillisecond()), rep, def);
        };
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int ltz = ((LocalZonedTimestampType) type).getPrecision();
        return (c, g, p, rep, def) -> {
          TimestampLtz t = g.getTimestampLtz(p, ltz);
          c.write(micros(t.getEpochMillisecond(), t.getNanoOfMillisecond()), rep, def);
        };
      default:
        throw new UnsupportedOperationException("No Parquet form for type " + type);
    }
  }

  private static BatchEmitter batchEmitter(DataType type, Type parquet) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return (w, c, row, def) -> w.write(c.getBoolean(row), 0, def);
      case TINYINT:
        return (w, c, row, def) -> w.write((int) c.getByte(row), 0, def);
      case SMALLINT:
        return (w, c, row, def) -> w.write((int) c.getShort(row), 0, def);
      case INTEGER:
      case DATE:
        return (w, c, row, def) -> w.write(c.getInt(row), 0, def);
      case TIME_WITHOUT_TIME_ZONE:
        return (w, c, row, def) -> w.write(c.getInt(row) * 1000L, 0, def);
      case BIGINT:
        return (w, c, row, def) -> w.write(c.getLong(row), 0, def);
      case FLOAT:
        return (w, c, row, def) -> w.write(c.getFloat(row), 0, def);
      case DOUBLE:
        return (w, c, row, def) -> w.write(c.getDouble(row), 0, def);
      case CHAR:
      case STRING:
      case BINARY:
      case BYTES:
        // the batch's memory is not kept: dictionaries and statistics copy what they keep
        return (w, c, row, def) ->
            w.write(Binary.fromReusedByteArray(c.data(), c.start(row), c.length(row)), 0, def);
      case DECIMAL:
        int precision = ((DecimalType) type).getPrecision();
        int scale = ((DecimalType) type).getScale();
        switch (parquet.asPrimitiveType().getPrimitiveTypeName()) {
          case INT32:
            return (w, c, row, def) ->
                w.write((int) c.getDecimal(row, precision, scale).toUnscaledLong(), 0, def);
          case INT64:
            return (w, c, row, def) ->
                w.write(c.getDecimal(row, precision, scale).toUnscaledLong(), 0, def);
          default:
            int bytes = parquet.asPrimitiveType().getTypeLength();
            return (w, c, row, def) ->
                w.write(fixed(c.getDecimal(row, precision, scale), bytes), 0, def);
        }
      default:
        return (w, c, row, def) ->
            w.write(micros(c.getMillisecond(row), c.getNanoOfMillisecond(row)), 0, def);
    }
  }

  private static Emitter decimal(DecimalType type, Type parquet) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    switch (parquet.asPrimitiveType().getPrimitiveTypeName()) {
      case INT32:
        return (c, g, p, rep, def) ->
            c.write((int) g.getDecimal(p, precision, scale).toUnscaledLong(), rep, def);
      case INT64:
        return (c, g, p, rep, def) ->
            c.write(g.getDecimal(p, precision, scale).toUnscaledLong(), rep, def);
      default:
        int bytes = parquet.asPrimitiveType().getTypeLength();
        return (c, g, p, rep, def) ->
            c.write(fixed(g.getDecimal(p, precision, scale), bytes), rep, def);
    }
  }

  private static Binary fixed(Decimal decimal, int bytes) {
    BigInteger unscaled = decimal.toBigDecimal().unscaledValue();
    byte[] minimal = unscaled.toByteArray();
    byte[] padded = new byte[bytes];
    Arrays.fill(padded, 0, bytes - minimal.length, (byte) (unscaled.signum() < 0 ? -1 : 0));
    System.arraycopy(minimal, 0, padded, bytes - minimal.length, minimal.length);
    return Binary.fromConstantByteArray(padded);
  }

  private static long micros(long millis, int nanoOfMilli) {
    return Math.addExact(Math.multiplyExact(millis, 1000L), nanoOfMilli / 1000);
  }

  private static String[] append(String[] path, String name) {
    String[] longer = Arrays.copyOf(path, path.length + 1);
    longer[path.length] = name;
    return longer;
  }

  /** Takes the column writers of a new row group. */
  abstract void bind(Function<ColumnDescriptor, ColumnWriter> columns);

  /** Writes position {@code pos} of {@code from}; {@code def} counts what is defined above it. */
  final void write(DataGetters from, int pos, int rep, int def) {
    if (!optional) {
      value(from, pos, rep, def);
    } else if (from.isNullAt(pos)) {
      absent(rep, def);
    } else {
      value(from, pos, rep, def + 1);
    }
  }

  /** Writes column {@code index} of a batch. */
  void write(ArrowRecordBatch batch, int index) {
    for (int r = 0; r < batch.rowCount(); r++) {
      write(batch.row(r), index, 0, 0);
    }
  }

  abstract void value(DataGetters from, int pos, int rep, int def);

  /** Writes that nothing is there below definition level {@code def}. */
  abstract void absent(int rep, int def);

  private interface Emitter {
    void emit(ColumnWriter column, DataGetters from, int pos, int rep, int def);
  }

  private interface BatchEmitter {
    void emit(ColumnWriter column, ArrowColumn from, int row, int def);
  }

  private static final class Leaf extends FieldWriter {
    private final boolean optional;
    private final ColumnDescriptor descriptor;
    private final Emitter emitter;
    private final BatchEmitter batchEmitter;
    private ColumnWriter column;

    Leaf(
        boolean optional, ColumnDescriptor descriptor, Emitter emitter, BatchEmitter batchEmitter) {
      super(optional);
      this.optional = optional;
      this.descriptor = descriptor;
      this.emitter = emitter;
      this.batchEmitter = batchEmitter;
    }

    @Override
    void write(ArrowRecordBatch batch, int index) {
      ArrowColumn from = batch.column(index);
      int count = batch.rowCount();
      if (!optional || !from.hasNulls()) {
        int def = optional ? 1 : 0;
        for (int i = 0; i < count; i++) {
          batchEmitter.emit(column, from, batch.rowIndex(i), def);
        }
        return;
      }
      for (int i = 0; i < count; i++) {
        int row = batch.rowIndex(i);
        if (from.isNullAt(row)) {
          column.writeNull(0, 0);
        } else {
          batchEmitter.emit(column, from, row, 1);
        }
      }
    }

    @Override
    void bind(Function<ColumnDescriptor, ColumnWriter> columns) {
      column = columns.apply(descriptor);
    }

    @Override
    void value(DataGetters from, int pos, int rep, int def) {
      emitter.emit(column, from, pos, rep, def);
    }

    @Override
    void absent(int rep, int def) {
      column.writeNull(rep, def);
    }
  }

  private static final class Struct extends FieldWriter {
    private final FieldWriter[] members;

    Struct(boolean optional, List<FieldWriter> members) {
      super(optional);
      this.members = members.toArray(new FieldWriter[0]);
    }

    @Override
    void bind(Function<ColumnDescriptor, ColumnWriter> columns) {
      for (FieldWriter member : members) {
        member.bind(columns);
      }
    }

    @Override
    void value(DataGetters from, int pos, int rep, int def) {
      InternalRow row = from.getRow(pos, members.length);
      for (int i = 0; i < members.length; i++) {
        members[i].write(row, i, rep, def);
      }
    }

    @Override
    void absent(int rep, int def) {
      for (FieldWriter member : members) {
        member.absent(rep, def);
      }
    }
  }

  private static final class ListField extends FieldWriter {
    private final int level;
    private final FieldWriter element;

    ListField(boolean optional, int level, FieldWriter element) {
      super(optional);
      this.level = level;
      this.element = element;
    }

    @Override
    void bind(Function<ColumnDescriptor, ColumnWriter> columns) {
      element.bind(columns);
    }

    @Override
    void value(DataGetters from, int pos, int rep, int def) {
      InternalArray array = from.getArray(pos);
      int size = array.size();
      if (size == 0) {
        element.absent(rep, def);
      }
      for (int i = 0; i < size; i++) {
        element.write(array, i, i == 0 ? rep : level, def + 1);
      }
    }

    @Override
    void absent(int rep, int def) {
      element.absent(rep, def);
    }
  }

  private static final class MapField extends FieldWriter {
    private final int level;
    private final FieldWriter key;
    private final FieldWriter mapped;

    MapField(boolean optional, int level, FieldWriter key, FieldWriter mapped) {
      super(optional);
      this.level = level;
      this.key = key;
      this.mapped = mapped;
    }

    @Override
    void bind(Function<ColumnDescriptor, ColumnWriter> columns) {
      key.bind(columns);
      mapped.bind(columns);
    }

    @Override
    void value(DataGetters from, int pos, int rep, int def) {
      InternalMap map = from.getMap(pos);
      InternalArray keys = map.keyArray();
      InternalArray values = map.valueArray();
      int size = map.size();
      if (size == 0) {
        absent(rep, def);
      }
      for (int i = 0; i < size; i++) {
        int r = i == 0 ? rep : level;
        key.write(keys, i, r, def + 1);
        mapped.write(values, i, r, def + 1);
      }
    }

    @Override
    void absent(int rep, int def) {
      key.absent(rep, def);
      mapped.absent(rep, def);
    }
  }
}
