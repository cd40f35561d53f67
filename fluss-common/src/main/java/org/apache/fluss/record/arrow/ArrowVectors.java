// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.BufferAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.RootAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.DateUnit;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.pojo.Field;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.pojo.Schema;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeChecks;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;

/**
 * Vectors of the Arrow library, for those who ask for its API. On newer JDKs it needs {@code
 * --add-opens=java.base/java.nio=ALL-UNNAMED}, so nothing else uses it.
 */
public final class ArrowVectors implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator(Long.MAX_VALUE);
  private final Map<Integer, VectorSchemaRoot> roots = new HashMap<>();

  public BufferAllocator allocator() {
    return allocator;
  }

  /** Empty vectors for rows of a type, the same ones for the same schema id. */
  public synchronized VectorSchemaRoot root(int schemaId, RowType type) {
    return roots.computeIfAbsent(schemaId, id -> VectorSchemaRoot.create(schema(type), allocator));
  }

  @Override
  public synchronized void close() {
    roots.values().forEach(VectorSchemaRoot::close);
    roots.clear();
    allocator.close();
  }

  /** The Arrow schema of rows of a type. */
  public static Schema schema(RowType type) {
    return new Schema(fields(type));
  }

  private static List<Field> fields(RowType type) {
    List<Field> fields = new ArrayList<>();
    for (DataField field : type.getFields()) {
      fields.add(field(field.getName(), field.getType()));
    }
    return fields;
  }

  private static Field field(String name, DataType type) {
    FieldType fieldType = new FieldType(type.isNullable(), arrowType(type), null);
    List<Field> children = new ArrayList<>();
    if (type instanceof ArrayType) {
      children.add(field("element", ((ArrayType) type).getElementType()));
    } else if (type instanceof MapType) {
      List<Field> entry = new ArrayList<>();
      entry.add(field("key", ((MapType) type).getKeyType()));
      entry.add(field("value", ((MapType) type).getValueType()));
      FieldType struct = new FieldType(false, ArrowType.Struct.INSTANCE, null);
      children.add(new Field("entries", struct, entry));
    } else if (type instanceof RowType) {
      children.addAll(fields((RowType) type));
    }
    return new Field(name, fieldType, children);
  }

  private static ArrowType arrowType(DataType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return ArrowType.Bool.INSTANCE;
      case TINYINT:
        return new ArrowType.Int(8, true);
      case SMALLINT:
        return new ArrowType.Int(16, true);
      case INTEGER:
        return new ArrowType.Int(32, true);
      case BIGINT:
        return new ArrowType.Int(64, true);
      case FLOAT:
        return new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE:
        return new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case CHAR:
      case STRING:
        return ArrowType.Utf8.INSTANCE;
      case BYTES:
        return ArrowType.Binary.INSTANCE;
      case BINARY:
        return new ArrowType.FixedSizeBinary(((BinaryType) type).getLength());
      case DECIMAL:
        return new ArrowType.Decimal(
            DataTypeChecks.getPrecision(type), DataTypeChecks.getScale(type), 128);
      case DATE:
        return new ArrowType.Date(DateUnit.DAY);
      case TIME_WITHOUT_TIME_ZONE:
        TimeUnit unit = TimeUnit.of(DataTypeChecks.getPrecision(type));
        return new ArrowType.Time(arrowUnit(unit), 8 * unit.timeWidth());
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return new ArrowType.Timestamp(
            arrowUnit(TimeUnit.of(DataTypeChecks.getPrecision(type))), null);
      case ARRAY:
        return ArrowType.List.INSTANCE;
      case MAP:
        return new ArrowType.Map(false);
      case ROW:
        return ArrowType.Struct.INSTANCE;
      default:
        throw new IllegalArgumentException("No Arrow type for " + type);
    }
  }

  private static org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.TimeUnit arrowUnit(
      TimeUnit unit) {
    return org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.TimeUnit.values()[
        unit.ordinal()];
  }
}
