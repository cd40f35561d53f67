// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Fluss types as Iceberg types. Hands out field ids for nested fields; one instance per schema. */
final class IcebergTypes {

  private int nextId;

  /**
   * @param firstNestedId the id after the last top-level column's
   */
  IcebergTypes(int firstNestedId) {
    this.nextId = firstNestedId;
  }

  Type convert(DataType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return Types.BooleanType.get();
      case TINYINT:
      case SMALLINT:
      case INTEGER:
        return Types.IntegerType.get();
      case BIGINT:
        return Types.LongType.get();
      case FLOAT:
        return Types.FloatType.get();
      case DOUBLE:
        return Types.DoubleType.get();
      case CHAR:
      case STRING:
        return Types.StringType.get();
      case BINARY:
      case BYTES:
        return Types.BinaryType.get();
      case DECIMAL:
        DecimalType decimal = (DecimalType) type;
        return Types.DecimalType.of(decimal.getPrecision(), decimal.getScale());
      case DATE:
        return Types.DateType.get();
      case TIME_WITHOUT_TIME_ZONE:
        return Types.TimeType.get();
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return Types.TimestampType.withoutZone();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return Types.TimestampType.withZone();
      case ARRAY:
        DataType element = ((ArrayType) type).getElementType();
        int elementId = nextId++;
        return element.isNullable()
            ? Types.ListType.ofOptional(elementId, convert(element))
            : Types.ListType.ofRequired(elementId, convert(element));
      case MAP:
        MapType map = (MapType) type;
        int keyId = nextId++;
        int valueId = nextId++;
        Type key = convert(map.getKeyType());
        Type value = convert(map.getValueType());
        return map.getValueType().isNullable()
            ? Types.MapType.ofOptional(keyId, valueId, key, value)
            : Types.MapType.ofRequired(keyId, valueId, key, value);
      case ROW:
        return struct((RowType) type);
      default:
        throw new UnsupportedOperationException("No Iceberg type for Fluss type " + type);
    }
  }

  private Type struct(RowType row) {
    int first = nextId;
    nextId += row.getFieldCount();
    List<Types.NestedField> members = new ArrayList<>();
    for (DataField field : row.getFields()) {
      members.add(
          field(
              first + members.size(),
              field.getName(),
              field.getType(),
              field.getDescription().orElse(null)));
    }
    return Types.StructType.of(members);
  }

  Types.NestedField field(int id, String name, DataType type, String doc) {
    return type.isNullable()
        ? Types.NestedField.optional(id, name, convert(type), doc)
        : Types.NestedField.required(id, name, convert(type), doc);
  }
}
