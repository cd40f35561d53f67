// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Types of every kind, the same ones for the same seed. */
public final class RandomTypes {
  private static final int MAX_DEPTH = 3;

  private final Random random;

  public RandomTypes(long seed) {
    this.random = new Random(seed);
  }

  public DataType type() {
    return type(0);
  }

  public RowType row() {
    return (RowType) row(0).copy(random.nextBoolean());
  }

  public String name() {
    String[] parts = {"a", "Z9", " ", "`", "'", "\"", "\\", ".", "INT", "\u00e9", "\ud83d\ude00"};
    StringBuilder name = new StringBuilder("n");
    for (int i = random.nextInt(4); i > 0; i--) {
      name.append(parts[random.nextInt(parts.length)]);
    }
    return name.toString();
  }

  private DataType type(int depth) {
    DataType type = nullableType(depth);
    return type.copy(random.nextInt(3) > 0);
  }

  private DataType nullableType(int depth) {
    switch (random.nextInt(depth < MAX_DEPTH ? 19 : 16)) {
      case 0:
        return DataTypes.CHAR(1 + random.nextInt(Integer.MAX_VALUE));
      case 1:
        return DataTypes.STRING();
      case 2:
        return DataTypes.BOOLEAN();
      case 3:
        return DataTypes.BINARY(1 + random.nextInt(Integer.MAX_VALUE));
      case 4:
        return DataTypes.BYTES();
      case 5:
        int precision = 1 + random.nextInt(38);
        return DataTypes.DECIMAL(precision, random.nextInt(precision + 1));
      case 6:
        return DataTypes.TINYINT();
      case 7:
        return DataTypes.SMALLINT();
      case 8:
        return DataTypes.INT();
      case 9:
        return DataTypes.BIGINT();
      case 10:
        return DataTypes.FLOAT();
      case 11:
        return DataTypes.DOUBLE();
      case 12:
        return DataTypes.DATE();
      case 13:
        return DataTypes.TIME(random.nextInt(10));
      case 14:
        return DataTypes.TIMESTAMP(random.nextInt(10));
      case 15:
        return DataTypes.TIMESTAMP_LTZ(random.nextInt(10));
      case 16:
        return DataTypes.ARRAY(type(depth + 1));
      case 17:
        return DataTypes.MAP(type(depth + 1), type(depth + 1));
      default:
        return row(depth + 1);
    }
  }

  private RowType row(int depth) {
    List<DataField> fields = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      fields.add(
          new DataField(
              name() + fields.size(),
              type(depth),
              random.nextBoolean() ? name() : null,
              random.nextInt(100) - 1));
    }
    return new RowType(fields);
  }
}
