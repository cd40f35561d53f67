// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.converter;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import org.apache.fluss.types.DataType;

/** Which classes of fields stand for which types of columns. */
final class PojoTypes {
  private PojoTypes() {}

  /**
   * @throws IllegalArgumentException if the class does not stand for the type
   * @throws UnsupportedOperationException if no class does
   */
  static void check(Class<?> pojo, String name, Class<?> actual, DataType type) {
    List<Class<?>> possible = classes(name, type);
    if (!possible.contains(actual)) {
      throw new IllegalArgumentException(
          String.format(
              "Field '%s' of %s is a %s; column '%s' of type %s needs one of %s.",
              name, pojo.getName(), actual.getName(), name, type, possible));
    }
  }

  private static List<Class<?>> classes(String name, DataType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return List.of(Boolean.class);
      case TINYINT:
        return List.of(Byte.class);
      case SMALLINT:
        return List.of(Short.class);
      case INTEGER:
        return List.of(Integer.class);
      case BIGINT:
        return List.of(Long.class);
      case FLOAT:
        return List.of(Float.class);
      case DOUBLE:
        return List.of(Double.class);
      case CHAR:
      case STRING:
        return List.of(String.class, Character.class);
      case BINARY:
      case BYTES:
        return List.of(byte[].class);
      case DECIMAL:
        return List.of(BigDecimal.class);
      case DATE:
        return List.of(LocalDate.class);
      case TIME_WITHOUT_TIME_ZONE:
        return List.of(LocalTime.class);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return List.of(LocalDateTime.class);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return List.of(Instant.class, OffsetDateTime.class);
      default:
        throw new UnsupportedOperationException(
            "Column '" + name + "' of type " + type + " cannot be a field of an object yet.");
    }
  }
}
