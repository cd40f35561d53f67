// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeFamily;
import org.apache.fluss.types.DataTypeRoot;

/** How the aggregation merge engine joins two values of one column. */
@PublicEvolving
public enum AggFunctionType {
  SUM(numbers()),
  PRODUCT(numbers()),
  MAX(ordered()),
  MIN(ordered()),
  LAST_VALUE(DataTypeRoot.values()),
  LAST_VALUE_IGNORE_NULLS(DataTypeRoot.values()),
  FIRST_VALUE(DataTypeRoot.values()),
  FIRST_VALUE_IGNORE_NULLS(DataTypeRoot.values()),
  LISTAGG(text()),
  STRING_AGG(text()),
  BOOL_AND(new DataTypeRoot[] {DataTypeRoot.BOOLEAN}),
  BOOL_OR(new DataTypeRoot[] {DataTypeRoot.BOOLEAN}),
  RBM32(new DataTypeRoot[] {DataTypeRoot.BYTES}),
  RBM64(new DataTypeRoot[] {DataTypeRoot.BYTES});

  private final DataTypeRoot[] dataTypeRoots;

  AggFunctionType(DataTypeRoot[] dataTypeRoots) {
    this.dataTypeRoots = dataTypeRoots;
  }

  private static DataTypeRoot[] numbers() {
    return Arrays.stream(DataTypeRoot.values())
        .filter(root -> root.getFamilies().contains(DataTypeFamily.NUMERIC))
        .toArray(DataTypeRoot[]::new);
  }

  private static DataTypeRoot[] ordered() {
    return Arrays.stream(DataTypeRoot.values())
        .filter(
            root ->
                root.getFamilies().contains(DataTypeFamily.NUMERIC)
                    || root.getFamilies().contains(DataTypeFamily.CHARACTER_STRING)
                    || root.getFamilies().contains(DataTypeFamily.DATETIME))
        .toArray(DataTypeRoot[]::new);
  }

  private static DataTypeRoot[] text() {
    return new DataTypeRoot[] {DataTypeRoot.STRING, DataTypeRoot.CHAR};
  }

  /** Names of the parameters the function takes; unmodifiable. */
  public Set<String> getSupportedParameters() {
    return this == LISTAGG || this == STRING_AGG
        ? Collections.singleton(AggFunctions.PARAM_DELIMITER)
        : Collections.emptySet();
  }

  /** Kinds of column the function can be set on; a fresh array. */
  public DataTypeRoot[] getSupportedDataTypeRoots() {
    return dataTypeRoots.clone();
  }

  /**
   * @throws IllegalArgumentException if the function does not take this parameter, or not with this
   *     value
   */
  public void validateParameter(String name, String value) {
    if (!getSupportedParameters().contains(name)) {
      throw new IllegalArgumentException(
          String.format(
              "The aggregation function %s takes no parameter '%s'; it takes %s.",
              this, name, getSupportedParameters()));
    }
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException(
          String.format(
              "The parameter '%s' of the aggregation function %s must not be empty.", name, this));
    }
  }

  /**
   * @throws IllegalArgumentException if the function cannot be set on a column of this type
   */
  public void validateDataType(DataType dataType) {
    if (!dataType.isAnyOf(dataTypeRoots)) {
      throw new IllegalArgumentException(
          String.format(
              "The aggregation function %s does not work on %s; it works on %s.",
              this, dataType, Arrays.toString(dataTypeRoots)));
    }
  }

  /** The function of this name in any case, {@code -} standing for {@code _}; null if unknown. */
  public static AggFunctionType fromString(String name) {
    String constant = name == null ? "" : name.trim().toUpperCase(Locale.ROOT).replace('-', '_');
    return Arrays.stream(values())
        .filter(type -> type.name().equals(constant))
        .findFirst()
        .orElse(null);
  }

  /** The name in lower case, as it stands in the schema JSON. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
