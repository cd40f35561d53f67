// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.FlussConfigUtils;
import org.apache.fluss.exception.InvalidAlterTableException;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;

/** What ALTER TABLE makes of a table. Pure. */
final class TableAlteration {
  private TableAlteration() {}

  /**
   * The table with changed properties.
   *
   * @throws InvalidAlterTableException when a property cannot be changed
   * @throws InvalidConfigException when a property belongs to the lake table
   */
  static TableDescriptor withProperties(TableInfo table, List<TableChange> changes) {
    TableDescriptor before = table.toTableDescriptor();
    Map<String, String> properties = new HashMap<>(before.getProperties());
    Map<String, String> custom = new HashMap<>(before.getCustomProperties());
    for (TableChange change : changes) {
      String key = key(change);
      checkAlterable(table, key);
      Map<String, String> target = FlussConfigUtils.isTableStorageConfig(key) ? properties : custom;
      if (change instanceof TableChange.SetOption) {
        target.put(key, ((TableChange.SetOption) change).getValue());
      } else {
        target.remove(key);
      }
    }
    return before.withProperties(properties, custom);
  }

  private static String key(TableChange change) {
    return change instanceof TableChange.SetOption
        ? ((TableChange.SetOption) change).getKey()
        : ((TableChange.ResetOption) change).getKey();
  }

  private static void checkAlterable(TableInfo table, String key) {
    if (FlussConfigUtils.isTableStorageConfig(key)) {
      if (!FlussConfigUtils.isAlterableTableOption(key)) {
        throw new InvalidAlterTableException(
            "'"
                + key
                + "' cannot be altered; these can: "
                + FlussConfigUtils.ALTERABLE_TABLE_OPTIONS
                + ".");
      }
      if (key.equals(ConfigOptions.TABLE_DATALAKE_ENABLED.key())
          && !table.getTableConfig().getDataLakeFormat().isPresent()) {
        throw new InvalidAlterTableException(
            "The table "
                + table.getTablePath()
                + " was created before the cluster had a lake, so its rows are not distributed as"
                + " the lake needs; create a new table to have it in the lake.");
      }
    } else if (table.getTableConfig().isDataLakeEnabled()
        && table
            .getTableConfig()
            .getDataLakeFormat()
            .filter(format -> key.startsWith(format + "."))
            .isPresent()) {
      throw new InvalidConfigException(
          "'" + key + "' belongs to the lake table, which is there already; alter it there.");
    }
  }

  /**
   * The schema with added columns.
   *
   * @throws InvalidAlterTableException when a change is not possible
   */
  static Schema withColumns(TableInfo table, List<TableChange> changes) {
    Schema.Builder builder = Schema.newBuilder().fromSchema(table.getSchema());
    List<String> names = new ArrayList<>(table.getSchema().getColumnNames());
    for (TableChange change : changes) {
      if (!(change instanceof TableChange.AddColumn)) {
        throw new InvalidAlterTableException(
            "Columns can be added, but not dropped, renamed or modified: " + change);
      }
      TableChange.AddColumn add = (TableChange.AddColumn) change;
      if (names.contains(add.getName())) {
        throw new InvalidAlterTableException(
            "The table " + table.getTablePath() + " has a column '" + add.getName() + "' already.");
      }
      TableValidation.checkColumnName(add.getName());
      if (!(add.getPosition() instanceof TableChange.Last)) {
        throw new InvalidAlterTableException(
            "The column '" + add.getName() + "' can be added as the last one only.");
      }
      if (!add.getDataType().isNullable()) {
        throw new InvalidAlterTableException(
            "The column '"
                + add.getName()
                + "' must be nullable, because the rows that are there have no value for it.");
      }
      names.add(add.getName());
      builder.column(add.getName(), add.getDataType());
      if (add.getComment() != null) {
        builder.withComment(add.getComment());
      }
    }
    return builder.build();
  }
}
