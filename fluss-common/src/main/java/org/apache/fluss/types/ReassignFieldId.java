// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rebuilds a type so that every field of every row in it has a fresh id: each field takes the next
 * id before its own children do, depth first.
 */
public class ReassignFieldId extends DataTypeDefaultVisitor<DataType> {
  private final AtomicInteger highestFieldId;

  /**
   * @param highestFieldId the last id given out; advanced by one per field met
   */
  public ReassignFieldId(AtomicInteger highestFieldId) {
    this.highestFieldId = highestFieldId;
  }

  public static DataType reassign(DataType type, AtomicInteger highestFieldId) {
    return type.accept(new ReassignFieldId(highestFieldId));
  }

  @Override
  public DataType visit(ArrayType arrayType) {
    return new ArrayType(arrayType.isNullable(), arrayType.getElementType().accept(this));
  }

  @Override
  public DataType visit(MapType mapType) {
    DataType keyType = mapType.getKeyType().accept(this);
    return new MapType(mapType.isNullable(), keyType, mapType.getValueType().accept(this));
  }

  @Override
  public DataType visit(RowType rowType) {
    List<DataField> fields = new ArrayList<>(rowType.getFieldCount());
    for (DataField field : rowType.getFields()) {
      int id = highestFieldId.incrementAndGet();
      DataType type = field.getType().accept(this);
      fields.add(new DataField(field.getName(), type, field.getDescription().orElse(null), id));
    }
    return new RowType(rowType.isNullable(), fields);
  }

  @Override
  protected DataType defaultMethod(DataType dataType) {
    return dataType;
  }
}
