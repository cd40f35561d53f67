// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.types.DataType;

/** An aggregation function with its parameters. Immutable; made by {@link AggFunctions}. */
@PublicEvolving
public final class AggFunction implements Serializable {
  private static final long serialVersionUID = 1L;

  private final AggFunctionType type;
  private final Map<String, String> parameters;

  AggFunction(AggFunctionType type, Map<String, String> parameters) {
    this.type = Objects.requireNonNull(type, "type");
    this.parameters =
        Collections.unmodifiableMap(
            parameters == null ? new TreeMap<>() : new TreeMap<>(parameters));
  }

  public AggFunctionType getType() {
    return type;
  }

  /** Unmodifiable, perhaps empty. */
  public Map<String, String> getParameters() {
    return parameters;
  }

  /** The value of a parameter, null if it is not set. */
  public String getParameter(String key) {
    return parameters.get(key);
  }

  public boolean hasParameters() {
    return !parameters.isEmpty();
  }

  /**
   * @throws IllegalArgumentException if a parameter is unknown or has a bad value
   */
  public void validateParameters() {
    parameters.forEach(type::validateParameter);
  }

  /**
   * @throws IllegalArgumentException if the function cannot be set on a column of this type
   */
  public void validateDataType(DataType fieldType) {
    type.validateDataType(fieldType);
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (!(o instanceof AggFunction)) {
      return false;
    }
    AggFunction that = (AggFunction) o;
    return type == that.type && parameters.equals(that.parameters);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type.name(), parameters);
  }

  @Override
  public String toString() {
    return hasParameters() ? type.toString() + parameters : type.toString();
  }
}
