// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.ReassignFieldId;
import org.apache.fluss.types.RowType;
import org.apache.fluss.utils.json.JsonSerdeUtils;
import org.apache.fluss.utils.json.SchemaJsonSerde;

/**
 * Columns of a table and its primary key. Every column, and every field of a row nested in a
 * column, has an id that is never given to another one, so that columns can be told apart across
 * changes of the schema. Immutable.
 */
@PublicEvolving
public final class Schema implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<Column> columns;
  private final PrimaryKey primaryKey;
  private final List<String> autoIncrementColumnNames;
  private final int highestFieldId;
  private final RowType rowType;

  private Schema(
      List<Column> columns,
      PrimaryKey primaryKey,
      List<String> autoIncrementColumnNames,
      int highestFieldId) {
    this.columns = Collections.unmodifiableList(columns);
    this.primaryKey = primaryKey;
    this.autoIncrementColumnNames = Collections.unmodifiableList(autoIncrementColumnNames);
    this.highestFieldId = highestFieldId;
    this.rowType =
        new RowType(
            columns.stream()
                .map(c -> new DataField(c.getName(), c.getDataType(), null, c.getColumnId()))
                .collect(Collectors.toList()));
  }

  /** The columns in order; unmodifiable. */
  public List<Column> getColumns() {
    return columns;
  }

  /**
   * @throws IllegalArgumentException if there is no such column
   */
  public Column getColumn(String columnName) {
    int index = rowType.getFieldIndex(columnName);
    if (index < 0) {
      throw new IllegalArgumentException(
          String.format("No column '%s'; the columns are %s.", columnName, getColumnNames()));
    }
    return columns.get(index);
  }

  /** Empty for a log table. */
  public Optional<PrimaryKey> getPrimaryKey() {
    return Optional.ofNullable(primaryKey);
  }

  public List<String> getAutoIncrementColumnNames() {
    return autoIncrementColumnNames;
  }

  /** The columns as a row; fields carry the column ids, but no comments. */
  public RowType getRowType() {
    return rowType;
  }

  /** The aggregation function of a column; empty if it has none or does not exist. */
  public Optional<AggFunction> getAggFunction(String columnName) {
    int index = rowType.getFieldIndex(columnName);
    return index < 0 ? Optional.empty() : columns.get(index).getAggFunction();
  }

  /** Positions of the primary key columns in the order of the key; empty for a log table. */
  public int[] getPrimaryKeyIndexes() {
    return getColumnIndexes(getPrimaryKeyColumnNames());
  }

  public int[] getAutoIncrementColumnIds() {
    return autoIncrementColumnNames.stream()
        .mapToInt(name -> getColumn(name).getColumnId())
        .toArray();
  }

  /** Columns of the primary key in its order; empty for a log table. */
  public List<String> getPrimaryKeyColumnNames() {
    return primaryKey == null ? Collections.emptyList() : primaryKey.getColumnNames();
  }

  /** UTF-8 JSON that {@link #fromJsonBytes} reads. */
  public byte[] toJsonBytes() {
    return JsonSerdeUtils.writeValueAsBytes(this, SchemaJsonSerde.INSTANCE);
  }

  /**
   * @throws IllegalArgumentException if the JSON is not that of a schema
   * @throws IllegalStateException if the columns contradict each other
   * @throws java.io.UncheckedIOException if the bytes are not JSON
   */
  public static Schema fromJsonBytes(byte[] json) {
    return JsonSerdeUtils.readValue(json, SchemaJsonSerde.INSTANCE);
  }

  public List<String> getColumnNames() {
    return rowType.getFieldNames();
  }

  public List<Integer> getColumnIds() {
    return columns.stream().map(Column::getColumnId).collect(Collectors.toList());
  }

  /** Names of the columns at these positions. */
  public List<String> getColumnNames(int[] columnIndexes) {
    return Arrays.stream(columnIndexes).mapToObj(this::getColumnName).collect(Collectors.toList());
  }

  /** Name of the column at this position. */
  public String getColumnName(int columnIndex) {
    return columns.get(columnIndex).getName();
  }

  /** Positions of these columns, -1 for a name that is none. */
  public int[] getColumnIndexes(List<String> keyNames) {
    return keyNames.stream().mapToInt(rowType::getFieldIndex).toArray();
  }

  /** The largest id ever given to a column or nested field, -1 if there was none. */
  public int getHighestFieldId() {
    return highestFieldId;
  }

  public static Builder newBuilder() {
    return new Builder();
  }

  /** The columns at these positions as a row. */
  public static RowType getKeyRowType(Schema schema, int[] keyIndexes) {
    return schema.getRowType().project(keyIndexes);
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    Schema that = (Schema) o;
    return highestFieldId == that.highestFieldId
        && columns.equals(that.columns)
        && Objects.equals(primaryKey, that.primaryKey)
        && autoIncrementColumnNames.equals(that.autoIncrementColumnNames);
  }

  @Override
  public int hashCode() {
    return Objects.hash(columns, primaryKey, autoIncrementColumnNames, highestFieldId);
  }

  @Override
  public String toString() {
    return "Schema{columns="
        + columns
        + ", primaryKey="
        + primaryKey
        + ", autoIncrementColumnNames="
        + autoIncrementColumnNames
        + ", highestFieldId="
        + highestFieldId
        + "}";
  }

  /** Collects the parts of a schema. Not thread-safe. */
  @PublicEvolving
  public static final class Builder {
    private final List<Column> columns = new ArrayList<>();
    private final List<String> autoIncrementColumnNames = new ArrayList<>();
    private final AtomicInteger highestFieldId = new AtomicInteger(-1);
    private PrimaryKey primaryKey;

    private Builder() {}

    /**
     * Starts from another schema; columns added afterwards get ids it never gave.
     *
     * @throws IllegalStateException if this is not the first call on the builder
     */
    public Builder fromSchema(Schema schema) {
      requireUntouched("fromSchema");
      columns.addAll(schema.columns);
      autoIncrementColumnNames.addAll(schema.autoIncrementColumnNames);
      primaryKey = schema.primaryKey;
      highestFieldId.set(schema.highestFieldId);
      return this;
    }

    /**
     * Appends columns. If they have ids these are kept, otherwise they get the next ids in their
     * order, and nested fields the ones after.
     *
     * @throws IllegalStateException if only some columns have an id, or if they have ids and this
     *     is not the first call on the builder
     */
    public Builder fromColumns(List<Column> inputColumns) {
      long withId =
          inputColumns.stream().filter(c -> c.getColumnId() != Column.UNKNOWN_COLUMN_ID).count();
      if (withId == 0) {
        List<Integer> ids =
            inputColumns.stream()
                .map(c -> highestFieldId.incrementAndGet())
                .collect(Collectors.toList());
        for (int i = 0; i < inputColumns.size(); i++) {
          Column column = inputColumns.get(i);
          DataType type = ReassignFieldId.reassign(column.dataType, highestFieldId);
          columns.add(
              new Column(column.name, type, column.comment, ids.get(i), column.aggFunction));
        }
        return this;
      }
      if (withId != inputColumns.size()) {
        throw new IllegalStateException(
            "Either all columns have an id or none has, but here "
                + withId
                + " of "
                + inputColumns.size()
                + " have one: "
                + inputColumns);
      }
      requireUntouched("fromColumns with columns that have ids");
      columns.addAll(inputColumns);
      forEachId(inputColumns, id -> highestFieldId.accumulateAndGet(id, Math::max));
      return this;
    }

    private void requireUntouched(String call) {
      if (!columns.isEmpty() || highestFieldId.get() != -1 || primaryKey != null) {
        throw new IllegalStateException(
            call + " keeps the ids of its columns, so it must be the first call on the builder.");
      }
    }

    /** Sets the largest id ever given; the next column gets the one after. */
    public Builder highestFieldId(int highestFieldId) {
      this.highestFieldId.set(highestFieldId);
      return this;
    }

    /** Appends the fields of a row as columns, with fresh ids and without comments. */
    public Builder fromRowType(RowType rowType) {
      return fromFields(rowType.getFieldNames(), rowType.getFieldTypes());
    }

    /**
     * Appends columns; names and types belong together by position.
     *
     * @throws IllegalArgumentException if there are not as many names as types
     */
    public Builder fromFields(List<String> fieldNames, List<? extends DataType> fieldDataTypes) {
      if (fieldNames.size() != fieldDataTypes.size()) {
        throw new IllegalArgumentException(
            String.format(
                "%d names, but %d types for them.", fieldNames.size(), fieldDataTypes.size()));
      }
      for (int i = 0; i < fieldNames.size(); i++) {
        column(fieldNames.get(i), fieldDataTypes.get(i));
      }
      return this;
    }

    public Builder column(String columnName, DataType dataType) {
      return add(columnName, dataType, null);
    }

    /** Appends a column of a table with the aggregation merge engine. */
    public Builder column(String columnName, DataType dataType, AggFunction aggFunction) {
      return add(columnName, dataType, Objects.requireNonNull(aggFunction, "aggFunction"));
    }

    private Builder add(String columnName, DataType dataType, AggFunction aggFunction) {
      Objects.requireNonNull(columnName, "columnName");
      Objects.requireNonNull(dataType, "dataType");
      int id = highestFieldId.incrementAndGet();
      DataType type = ReassignFieldId.reassign(dataType, highestFieldId);
      columns.add(new Column(columnName, type, null, id, aggFunction));
      return this;
    }

    /**
     * Sets the comment of the column added last.
     *
     * @param comment null for none
     * @throws IllegalArgumentException if there is no column yet
     */
    public Builder withComment(String comment) {
      if (columns.isEmpty()) {
        throw new IllegalArgumentException(
            "withComment describes the column before it, but there is no column yet.");
      }
      columns.set(columns.size() - 1, columns.get(columns.size() - 1).withComment(comment));
      return this;
    }

    /** See {@link #primaryKey(List)}. */
    public Builder primaryKey(String... columnNames) {
      return primaryKey(Arrays.asList(columnNames));
    }

    /**
     * Sets the primary key. The order of the columns matters; they become NOT NULL.
     *
     * @throws IllegalArgumentException if there are no columns
     * @throws IllegalStateException if the primary key was set before
     */
    public Builder primaryKey(List<String> columnNames) {
      return primaryKeyNamed("PK_" + String.join("_", columnNames), columnNames);
    }

    /** Like {@link #primaryKey(List)}, with a name for the constraint, which is never stored. */
    public Builder primaryKeyNamed(String constraintName, List<String> columnNames) {
      if (primaryKey != null) {
        throw new IllegalStateException(
            "A table has one primary key, and it is set already: " + primaryKey);
      }
      primaryKey = new PrimaryKey(constraintName, columnNames);
      return this;
    }

    /**
     * Lets the server number the rows in this column.
     *
     * @throws IllegalStateException if another column is numbered already
     */
    public Builder enableAutoIncrement(String columnName) {
      if (!autoIncrementColumnNames.isEmpty()) {
        throw new IllegalStateException(
            String.format(
                "One column can be auto increment, and '%s' is already; '%s' cannot be too.",
                autoIncrementColumnNames.get(0), columnName));
      }
      autoIncrementColumnNames.add(Objects.requireNonNull(columnName, "columnName"));
      return this;
    }

    public Optional<Column> getColumn(String columnName) {
      return columns.stream().filter(c -> c.getName().equals(columnName)).findFirst();
    }

    /**
     * @throws IllegalStateException if columns, primary key, auto increment column and ids
     *     contradict each other
     * @throws IllegalArgumentException if a column name is blank, or a primary key column has an
     *     aggregation function
     */
    public Schema build() {
      requireUniqueNames();
      requireUniqueIds();
      List<String> primaryKeyColumns =
          primaryKey == null ? Collections.emptyList() : primaryKey.getColumnNames();
      if (primaryKey != null) {
        requirePrimaryKeyColumns();
      }
      for (String column : autoIncrementColumnNames) {
        requireAutoIncrementable(column, primaryKeyColumns);
      }
      List<Column> result =
          columns.stream()
              .map(c -> primaryKeyColumns.contains(c.getName()) ? c.asPrimaryKeyColumn() : c)
              .collect(Collectors.toList());
      return new Schema(
          result, primaryKey, new ArrayList<>(autoIncrementColumnNames), highestFieldId.get());
    }

    private List<String> names() {
      return columns.stream().map(Column::getName).collect(Collectors.toList());
    }

    private void requireUniqueNames() {
      Set<String> twice = duplicates(names());
      if (!twice.isEmpty()) {
        throw new IllegalStateException(
            "Column names must differ, but these occur more than once: " + twice);
      }
    }

    private void requirePrimaryKeyColumns() {
      List<String> keys = primaryKey.getColumnNames();
      Set<String> twice = duplicates(keys);
      if (!twice.isEmpty()) {
        throw new IllegalStateException(
            "The primary key " + keys + " names these columns more than once: " + twice);
      }
      List<String> missing = new ArrayList<>(keys);
      missing.removeAll(names());
      if (!missing.isEmpty()) {
        throw new IllegalStateException(
            "The primary key " + keys + " names columns that do not exist: " + missing);
      }
    }

    private void requireAutoIncrementable(String name, List<String> primaryKeyColumns) {
      String problem = null;
      Optional<Column> column = getColumn(name);
      if (primaryKey == null) {
        problem = "only a table with a primary key can have one";
      } else if (!column.isPresent()) {
        problem = "there is no such column; the columns are " + names();
      } else if (primaryKeyColumns.contains(name)) {
        problem = "it is part of the primary key";
      } else if (!column.get().getDataType().isAnyOf(DataTypeRoot.INTEGER, DataTypeRoot.BIGINT)) {
        problem = "its type is " + column.get().getDataType() + ", but must be INT or BIGINT";
      }
      if (problem != null) {
        throw new IllegalStateException(
            "The column '" + name + "' cannot be auto increment: " + problem + ".");
      }
    }

    private void requireUniqueIds() {
      Set<Integer> seen = new HashSet<>();
      Set<Integer> twice = new LinkedHashSet<>();
      forEachId(
          columns,
          id -> {
            if (!seen.add(id)) {
              twice.add(id);
            }
          });
      if (!twice.isEmpty()) {
        throw new IllegalStateException(
            "Ids of columns and nested fields must differ, but these occur more than once: "
                + twice);
      }
      int max = seen.stream().mapToInt(Integer::intValue).max().orElse(-1);
      if (highestFieldId.get() < max) {
        throw new IllegalStateException(
            String.format(
                "The highest field id is given as %d, but a column or nested field has the id %d.",
                highestFieldId.get(), max));
      }
    }

    private static Set<String> duplicates(List<String> names) {
      Set<String> seen = new HashSet<>();
      return names.stream()
          .filter(name -> !seen.add(name))
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Visits the known ids; schemas written long ago have nested fields without one. */
    private static void forEachId(List<Column> columns, IntConsumer visitor) {
      for (Column column : columns) {
        visitor.accept(column.getColumnId());
        forEachNestedId(column.getDataType(), visitor);
      }
    }

    private static void forEachNestedId(DataType type, IntConsumer visitor) {
      if (type instanceof RowType) {
        for (DataField field : ((RowType) type).getFields()) {
          if (field.getFieldId() >= 0) {
            visitor.accept(field.getFieldId());
          }
        }
      }
      type.getChildren().forEach(child -> forEachNestedId(child, visitor));
    }
  }

  /** A column. Immutable. */
  @PublicEvolving
  public static final class Column implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final int UNKNOWN_COLUMN_ID = -1;

    private final String name;
    private final DataType dataType;
    private final String comment;
    private final int columnId;
    private final AggFunction aggFunction;

    public Column(String name, DataType dataType) {
      this(name, dataType, null, UNKNOWN_COLUMN_ID, null);
    }

    /**
     * @param comment null for none
     */
    public Column(String name, DataType dataType, String comment) {
      this(name, dataType, comment, UNKNOWN_COLUMN_ID, null);
    }

    /**
     * @param comment null for none
     */
    public Column(String name, DataType dataType, String comment, int columnId) {
      this(name, dataType, comment, columnId, null);
    }

    /**
     * @param comment null for none
     * @param aggFunction null for none
     */
    public Column(
        String name, DataType dataType, String comment, int columnId, AggFunction aggFunction) {
      this.name = Objects.requireNonNull(name, "name");
      this.dataType = Objects.requireNonNull(dataType, "dataType");
      this.comment = comment;
      this.columnId = columnId;
      this.aggFunction = aggFunction;
    }

    public String getName() {
      return name;
    }

    public Optional<String> getComment() {
      return Optional.ofNullable(comment);
    }

    /** {@link #UNKNOWN_COLUMN_ID} if the column is not part of a schema yet. */
    public int getColumnId() {
      return columnId;
    }

    public DataType getDataType() {
      return dataType;
    }

    /** How the aggregation merge engine merges values of the column, if that is set. */
    public Optional<AggFunction> getAggFunction() {
      return Optional.ofNullable(aggFunction);
    }

    public Column withComment(String comment) {
      return new Column(name, dataType, comment, columnId, aggFunction);
    }

    public Column withAggFunction(AggFunction aggFunction) {
      return new Column(name, dataType, comment, columnId, aggFunction);
    }

    private Column asPrimaryKeyColumn() {
      if (aggFunction != null) {
        throw new IllegalArgumentException(
            String.format(
                "The column '%s' is part of the primary key, so it takes no aggregation function;"
                    + " remove %s.",
                name, aggFunction));
      }
      return dataType.isNullable()
          ? new Column(name, dataType.copy(false), comment, columnId, null)
          : this;
    }

    @Override
    public boolean equals(Object o) {
      if (this == o) {
        return true;
      }
      if (o == null || getClass() != o.getClass()) {
        return false;
      }
      Column that = (Column) o;
      return columnId == that.columnId
          && name.equals(that.name)
          && dataType.equals(that.dataType)
          && Objects.equals(comment, that.comment)
          && Objects.equals(aggFunction, that.aggFunction);
    }

    @Override
    public int hashCode() {
      return Objects.hash(name, dataType, comment, columnId, aggFunction);
    }

    @Override
    public String toString() {
      return name + " " + dataType + (comment == null ? "" : " COMMENT '" + comment + "'");
    }
  }

  /** Columns whose values identify a row. Equal to another one with the same columns. Immutable. */
  @PublicEvolving
  public static final class PrimaryKey implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String constraintName;
    private final List<String> columnNames;

    /**
     * @throws IllegalArgumentException if there are no columns
     */
    public PrimaryKey(String constraintName, List<String> columnNames) {
      if (columnNames.isEmpty()) {
        throw new IllegalArgumentException("A primary key needs at least one column.");
      }
      this.constraintName = Objects.requireNonNull(constraintName, "constraintName");
      this.columnNames = Collections.unmodifiableList(new ArrayList<>(columnNames));
    }

    public String getConstraintName() {
      return constraintName;
    }

    /** In the order of the key; unmodifiable. */
    public List<String> getColumnNames() {
      return columnNames;
    }

    @Override
    public boolean equals(Object o) {
      return this == o
          || o instanceof PrimaryKey && columnNames.equals(((PrimaryKey) o).columnNames);
    }

    @Override
    public int hashCode() {
      return columnNames.hashCode();
    }

    @Override
    public String toString() {
      return "CONSTRAINT "
          + constraintName
          + " PRIMARY KEY ("
          + String.join(", ", columnNames)
          + ")";
    }
  }
}
