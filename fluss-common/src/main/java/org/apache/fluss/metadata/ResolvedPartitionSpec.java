// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.InvalidPartitionException;

/** Partition keys of a table with their values, in the order of the keys. Immutable. */
@PublicEvolving
public class ResolvedPartitionSpec {
  public static final String PARTITION_SPEC_SEPARATOR = "$";

  private final List<String> partitionKeys;
  private final List<String> partitionValues;

  /**
   * @throws IllegalArgumentException if there are not as many values as keys
   */
  public ResolvedPartitionSpec(List<String> partitionKeys, List<String> partitionValues) {
    if (partitionKeys.size() != partitionValues.size()) {
      throw new IllegalArgumentException(
          String.format(
              "Each partition key needs one value: the keys are %s, the values %s.",
              partitionKeys, partitionValues));
    }
    this.partitionKeys = Collections.unmodifiableList(new ArrayList<>(partitionKeys));
    this.partitionValues = Collections.unmodifiableList(new ArrayList<>(partitionValues));
  }

  /**
   * Brings a spec into the order of the keys.
   *
   * @throws InvalidPartitionException if the spec has no value for one of the keys
   */
  public static ResolvedPartitionSpec fromPartitionSpec(
      List<String> partitionKeys, PartitionSpec partitionSpec) {
    List<String> values = new ArrayList<>(partitionKeys.size());
    for (String key : partitionKeys) {
      String value = partitionSpec.getSpecMap().get(key);
      if (value == null) {
        throw new InvalidPartitionException(
            String.format("No value for the partition key '%s' in %s.", key, partitionSpec));
      }
      values.add(value);
    }
    return new ResolvedPartitionSpec(partitionKeys, values);
  }

  /** The spec of a table with a single partition key. */
  public static ResolvedPartitionSpec fromPartitionValue(String partitionKey, String value) {
    return new ResolvedPartitionSpec(
        Collections.singletonList(partitionKey), Collections.singletonList(value));
  }

  /**
   * Splits a partition name into its values.
   *
   * @throws IllegalArgumentException if the name has not as many values as there are keys
   */
  public static ResolvedPartitionSpec fromPartitionName(
      List<String> partitionKeys, String partitionName) {
    return new ResolvedPartitionSpec(partitionKeys, Arrays.asList(splitName(partitionName)));
  }

  /** Values of a partition name; empty ones at its end are dropped. */
  static String[] splitName(String partitionName) {
    return partitionName.split("\\" + PARTITION_SPEC_SEPARATOR);
  }

  public List<String> getPartitionKeys() {
    return partitionKeys;
  }

  public List<String> getPartitionValues() {
    return partitionValues;
  }

  public PartitionSpec toPartitionSpec() {
    Map<String, String> spec = new LinkedHashMap<>();
    for (int i = 0; i < partitionKeys.size(); i++) {
      spec.put(partitionKeys.get(i), partitionValues.get(i));
    }
    return new PartitionSpec(spec);
  }

  /** The values joined by {@code $}, as in directory and metadata names. */
  public String getPartitionName() {
    return String.join(PARTITION_SPEC_SEPARATOR, partitionValues);
  }

  /** Keys and values, such as {@code region=us/dt=2024-01-01}. */
  public String getPartitionQualifiedName() {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < partitionKeys.size(); i++) {
      name.append(i == 0 ? "" : "/")
          .append(partitionKeys.get(i))
          .append('=')
          .append(partitionValues.get(i));
    }
    return name.toString();
  }

  /**
   * Reads {@link #getPartitionQualifiedName()} back.
   *
   * @throws IllegalArgumentException if a piece between slashes has no {@code =}
   */
  public static ResolvedPartitionSpec fromPartitionQualifiedName(String qualifiedName) {
    List<String> keys = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (String piece : qualifiedName.split("/")) {
      int equals = piece.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            String.format(
                "A qualified partition name reads key=value/key=value, but '%s' of '%s' has no"
                    + " '='.",
                piece, qualifiedName));
      }
      keys.add(piece.substring(0, equals));
      values.add(piece.substring(equals + 1));
    }
    return new ResolvedPartitionSpec(keys, values);
  }

  /**
   * True if this spec has the values of the other one for all keys of the other one.
   *
   * @throws InvalidPartitionException if the other one has a key that this one does not have
   */
  public boolean contains(ResolvedPartitionSpec other) {
    for (int i = 0; i < other.partitionKeys.size(); i++) {
      String key = other.partitionKeys.get(i);
      int mine = partitionKeys.indexOf(key);
      if (mine < 0) {
        throw new InvalidPartitionException(
            String.format("'%s' is no partition key; the keys are %s.", key, partitionKeys));
      }
      if (!partitionValues.get(mine).equals(other.partitionValues.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    ResolvedPartitionSpec that = (ResolvedPartitionSpec) o;
    return partitionKeys.equals(that.partitionKeys) && partitionValues.equals(that.partitionValues);
  }

  @Override
  public int hashCode() {
    return Objects.hash(partitionKeys, partitionValues);
  }

  @Override
  public String toString() {
    return getPartitionQualifiedName();
  }
}
