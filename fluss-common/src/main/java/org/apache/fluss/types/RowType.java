// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.PublicStable;

/** Fields with unique names, in order. Immutable. */
@PublicStable
public final class RowType extends DataType {
  private static final long serialVersionUID = 1L;

  public static final String FORMAT = "ROW<%s>";

  private final List<DataField> fields;

  /** Built on first use; a race only builds it twice. */
  private transient volatile Map<String, Integer> indexByName;

  /**
   * @throws IllegalArgumentException if a field name is blank or occurs twice
   */
  public RowType(boolean isNullable, List<DataField> fields) {
    super(isNullable, DataTypeRoot.ROW);
    this.fields = Collections.unmodifiableList(new ArrayList<>(fields));
    validateNames(this.fields);
  }

  /** A nullable row. */
  public RowType(List<DataField> fields) {
    this(true, fields);
  }

  private static void validateNames(List<DataField> fields) {
    Set<String> seen = new LinkedHashSet<>();
    Set<String> twice = new LinkedHashSet<>();
    for (DataField field : fields) {
      if (field.getName().trim().isEmpty()) {
        throw new IllegalArgumentException(
            "A field name is blank; every field of a row needs a name: " + names(fields));
      }
      if (!seen.add(field.getName())) {
        twice.add(field.getName());
      }
    }
    if (!twice.isEmpty()) {
      throw new IllegalArgumentException(
          "Field names of a row must differ, but these occur more than once: " + twice);
    }
  }

  private static List<String> names(List<DataField> fields) {
    return fields.stream().map(DataField::getName).collect(Collectors.toList());
  }

  /** The fields in order; unmodifiable. */
  public List<DataField> getFields() {
    return fields;
  }

  public List<String> getFieldNames() {
    return names(fields);
  }

  /**
   * The field of this name, case-sensitive.
   *
   * @throws IllegalArgumentException if there is none
   */
  public DataField getField(String fieldName) {
    return fields.get(requireIndex(fieldName));
  }

  public DataType getTypeAt(int i) {
    return fields.get(i).getType();
  }

  public List<DataType> getFieldTypes() {
    return fields.stream().map(DataField::getType).collect(Collectors.toList());
  }

  public int getFieldCount() {
    return fields.size();
  }

  /** Position of the field of this name, case-sensitive; -1 if there is none. */
  public int getFieldIndex(String fieldName) {
    Map<String, Integer> index = indexByName;
    if (index == null) {
      index = new HashMap<>();
      for (int i = 0; i < fields.size(); i++) {
        index.put(fields.get(i).getName(), i);
      }
      indexByName = index;
    }
    return index.getOrDefault(fieldName, -1);
  }

  private int requireIndex(String fieldName) {
    int index = getFieldIndex(fieldName);
    if (index < 0) {
      throw new IllegalArgumentException(
          String.format("No field '%s' in this row; its fields are %s.", fieldName, names(fields)));
    }
    return index;
  }

  /** The fields at these positions, in this order; nullability is kept. */
  public RowType project(int[] fieldPositions) {
    return new RowType(
        isNullable(),
        Arrays.stream(fieldPositions).mapToObj(fields::get).collect(Collectors.toList()));
  }

  /**
   * The fields of these names, in this order; nullability is kept.
   *
   * @throws IllegalArgumentException if there is no such field
   */
  public RowType project(List<String> fieldNames) {
    return project(fieldNames.stream().mapToInt(this::requireIndex).toArray());
  }

  /** Equality that also compares field ids, in this row and in rows directly nested in it. */
  public boolean equalsWithFieldId(DataType other) {
    if (!equals(other)) {
      return false;
    }
    RowType that = (RowType) other;
    for (int i = 0; i < fields.size(); i++) {
      DataField mine = fields.get(i);
      DataField theirs = that.fields.get(i);
      if (mine.getFieldId() != theirs.getFieldId()
          || !DataTypeChecks.equalsWithFieldId(mine.getType(), theirs.getType())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<DataType> getChildren() {
    return Collections.unmodifiableList(getFieldTypes());
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new RowType(isNullable, fields);
  }

  @Override
  public String asSerializableString() {
    return text(DataField::asSerializableString);
  }

  @Override
  public String asSummaryString() {
    return text(DataField::asSummaryString);
  }

  private String text(Function<DataField, String> fieldText) {
    return withNullability(
        FORMAT, fields.stream().map(fieldText).collect(Collectors.joining(", ")));
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o) && fields.equals(((RowType) o).fields);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), fields);
  }

  /** A nullable row with the field names {@code f0, f1, ...}. */
  public static RowType of(DataType... types) {
    return of(true, types);
  }

  public static RowType of(boolean isNullable, DataType... types) {
    return builder(isNullable).fields(types).build();
  }

  /** A nullable row; types and names belong together by position. */
  public static RowType of(DataType[] types, String[] names) {
    return of(true, types, names);
  }

  public static RowType of(boolean isNullable, DataType[] types, String[] names) {
    return builder(isNullable).fields(types, names).build();
  }

  /** Builds a nullable row. */
  public static Builder builder() {
    return new Builder(true);
  }

  public static Builder builder(boolean isNullable) {
    return new Builder(isNullable);
  }

  /** Collects the fields of a row. Not thread-safe. */
  @PublicStable
  public static class Builder {
    private final boolean isNullable;
    private final List<DataField> fields = new ArrayList<>();

    private Builder(boolean isNullable) {
      this.isNullable = isNullable;
    }

    public Builder field(String name, DataType type) {
      fields.add(new DataField(name, type));
      return this;
    }

    public Builder field(String name, DataType type, String description) {
      fields.add(new DataField(name, type, description));
      return this;
    }

    /** Appends fields named {@code f} and their position in the row. */
    public Builder fields(List<DataType> types) {
      types.forEach(type -> field("f" + fields.size(), type));
      return this;
    }

    /** Appends fields named {@code f} and their position in the row. */
    public Builder fields(DataType... types) {
      return fields(Arrays.asList(types));
    }

    /**
     * Appends fields; types and names belong together by position.
     *
     * @throws IllegalArgumentException if there are not as many names as types
     */
    public Builder fields(DataType[] types, String[] names) {
      if (types.length != names.length) {
        throw new IllegalArgumentException(
            String.format("%d types, but %d names for them.", types.length, names.length));
      }
      for (int i = 0; i < types.length; i++) {
        field(names[i], types[i]);
      }
      return this;
    }

    public RowType build() {
      return new RowType(isNullable, fields);
    }
  }
}
