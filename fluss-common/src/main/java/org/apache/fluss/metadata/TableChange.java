// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;
import org.apache.fluss.types.DataType;

/** One change an {@code ALTER TABLE} asks for. Immutable. */
public interface TableChange {

  /**
   * A new column.
   *
   * @param comment null for none
   */
  static AddColumn addColumn(
      String name, DataType dataType, String comment, ColumnPosition position) {
    return new AddColumn(name, dataType, comment, position);
  }

  /**
   * A column that changes its type, comment or place.
   *
   * @param comment null for none
   * @param position null to stay in place
   */
  static ModifyColumn modifyColumn(
      String name, DataType dataType, String comment, ColumnPosition position) {
    return new ModifyColumn(name, dataType, comment, position);
  }

  static RenameColumn renameColumn(String oldName, String newName) {
    return new RenameColumn(oldName, newName);
  }

  static DropColumn dropColumn(String name) {
    return new DropColumn(name);
  }

  /** An option that gets a value. */
  static SetOption set(String key, String value) {
    return new SetOption(key, value);
  }

  /** An option that goes back to its default. */
  static ResetOption reset(String key) {
    return new ResetOption(key);
  }

  /** A change of the columns. */
  interface SchemaChange extends TableChange {}

  /** See {@link TableChange#addColumn}. */
  class AddColumn implements SchemaChange {
    private final String name;
    private final DataType dataType;
    private final String comment;
    private final ColumnPosition position;

    private AddColumn(String name, DataType dataType, String comment, ColumnPosition position) {
      this.name = name;
      this.dataType = dataType;
      this.comment = comment;
      this.position = position;
    }

    public String getName() {
      return name;
    }

    public DataType getDataType() {
      return dataType;
    }

    /** Null if there is none. */
    public String getComment() {
      return comment;
    }

    public ColumnPosition getPosition() {
      return position;
    }

    @Override
    public String toString() {
      return "add column " + name + " " + dataType + " " + position;
    }
  }

  /** See {@link TableChange#modifyColumn}. */
  class ModifyColumn implements SchemaChange {
    private final String name;
    private final DataType dataType;
    private final String comment;
    private final ColumnPosition newPosition;

    private ModifyColumn(
        String name, DataType dataType, String comment, ColumnPosition newPosition) {
      this.name = name;
      this.dataType = dataType;
      this.comment = comment;
      this.newPosition = newPosition;
    }

    public String getName() {
      return name;
    }

    public DataType getDataType() {
      return dataType;
    }

    /** Null if there is none. */
    public String getComment() {
      return comment;
    }

    /** Null if the column stays in place. */
    public ColumnPosition getNewPosition() {
      return newPosition;
    }

    @Override
    public String toString() {
      return "modify column " + name + " to " + dataType + " " + newPosition;
    }
  }

  /** See {@link TableChange#renameColumn}. */
  class RenameColumn implements SchemaChange {
    private final String oldColumnName;
    private final String newColumnName;

    private RenameColumn(String oldColumnName, String newColumnName) {
      this.oldColumnName = oldColumnName;
      this.newColumnName = newColumnName;
    }

    public String getOldColumnName() {
      return oldColumnName;
    }

    public String getNewColumnName() {
      return newColumnName;
    }

    @Override
    public String toString() {
      return "rename column " + oldColumnName + " to " + newColumnName;
    }
  }

  /** See {@link TableChange#dropColumn}. */
  class DropColumn implements SchemaChange {
    private final String name;

    private DropColumn(String name) {
      this.name = name;
    }

    public String getName() {
      return name;
    }

    @Override
    public String toString() {
      return "drop column " + name;
    }
  }

  /** See {@link TableChange#set}. */
  class SetOption implements TableChange {
    private final String key;
    private final String value;

    private SetOption(String key, String value) {
      this.key = key;
      this.value = value;
    }

    public String getKey() {
      return key;
    }

    public String getValue() {
      return value;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof SetOption
          && Objects.equals(key, ((SetOption) o).key)
          && Objects.equals(value, ((SetOption) o).value);
    }

    @Override
    public int hashCode() {
      return Objects.hash(key, value);
    }

    /** Names the key only, for the value may be a secret. */
    @Override
    public String toString() {
      return "set " + key;
    }
  }

  /** See {@link TableChange#reset}. */
  class ResetOption implements TableChange {
    private final String key;

    public ResetOption(String key) {
      this.key = key;
    }

    public String getKey() {
      return key;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof ResetOption && Objects.equals(key, ((ResetOption) o).key);
    }

    @Override
    public int hashCode() {
      return Objects.hash(key);
    }

    @Override
    public String toString() {
      return "reset " + key;
    }
  }

  /** The place of a column among the others. */
  interface ColumnPosition {

    static ColumnPosition first() {
      return First.INSTANCE;
    }

    static ColumnPosition last() {
      return Last.INSTANCE;
    }

    static ColumnPosition after(String columnName) {
      return new After(columnName);
    }
  }

  /** Before all others. */
  final class First implements ColumnPosition {
    private static final First INSTANCE = new First();

    private First() {}

    @Override
    public String toString() {
      return "FIRST";
    }
  }

  /** After all others. */
  final class Last implements ColumnPosition {
    private static final Last INSTANCE = new Last();

    private Last() {}

    @Override
    public String toString() {
      return "LAST";
    }
  }

  /** Right behind another column. */
  final class After implements ColumnPosition {
    private final String columnName;

    private After(String columnName) {
      this.columnName = Objects.requireNonNull(columnName, "columnName");
    }

    public String columnName() {
      return columnName;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof After && columnName.equals(((After) o).columnName);
    }

    @Override
    public int hashCode() {
      return columnName.hashCode();
    }

    @Override
    public String toString() {
      return "AFTER " + columnName;
    }
  }
}
