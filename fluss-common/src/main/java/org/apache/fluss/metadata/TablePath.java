// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.io.Serializable;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.InvalidDatabaseException;
import org.apache.fluss.exception.InvalidTableException;

/**
 * Database and table name. Immutable. The constructor checks nothing, so that a name a user gave
 * can be carried to where it is validated.
 */
@PublicEvolving
public class TablePath implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int MAX_NAME_LENGTH = 200;

  /** What internal databases, tables and partitions start with. */
  private static final String RESERVED_PREFIX = "__";

  private final String databaseName;
  private final String tableName;
  private final int hash;

  public TablePath(String databaseName, String tableName) {
    this.databaseName = databaseName;
    this.tableName = tableName;
    this.hash = Objects.hash(databaseName, tableName);
  }

  public static TablePath of(String databaseName, String tableName) {
    return new TablePath(databaseName, tableName);
  }

  public String getDatabaseName() {
    return databaseName;
  }

  public String getTableName() {
    return tableName;
  }

  /** True if both names are well-formed; names with a reserved prefix are. */
  public boolean isValid() {
    return detectInvalidName(databaseName) == null && detectInvalidName(tableName) == null;
  }

  /** Checks that a user may give these names to a database and a table. */
  public void validate() throws InvalidTableException, InvalidDatabaseException {
    validateDatabaseName(databaseName);
    validateTableName(tableName);
  }

  public static void validateDatabaseName(String databaseName) throws InvalidDatabaseException {
    String reason = reasonAgainst(databaseName);
    if (reason != null) {
      throw new InvalidDatabaseException(
          String.format("Database name %s is invalid: %s", databaseName, reason));
    }
  }

  public static void validateTableName(String tableName) throws InvalidTableException {
    String reason = reasonAgainst(tableName);
    if (reason != null) {
      throw new InvalidTableException(
          String.format("Table name %s is invalid: %s", tableName, reason));
    }
  }

  private static String reasonAgainst(String name) {
    String reason = detectInvalidName(name);
    return reason == null ? validatePrefix(name) : reason;
  }

  /** Why the name must not be given by a user: its prefix is reserved. Null if it is not. */
  public static String validatePrefix(String name) throws InvalidTableException {
    return name.startsWith(RESERVED_PREFIX)
        ? "names starting with '" + RESERVED_PREFIX + "' are reserved for the server"
        : null;
  }

  /** Why the name is not well-formed, null if it is. */
  public static String detectInvalidName(String name) {
    if (name == null) {
      return "it is null";
    }
    if (name.isEmpty()) {
      return "it is empty";
    }
    if (name.equals(".") || name.equals("..")) {
      return "'" + name + "' stands for a directory";
    }
    if (name.length() > MAX_NAME_LENGTH) {
      return "it has " + name.length() + " characters, more than " + MAX_NAME_LENGTH;
    }
    if (!name.chars().allMatch(TablePath::isNameCharacter)) {
      return "only ASCII letters, digits, '_' and '-' may stand in '" + name + "'";
    }
    return null;
  }

  private static boolean isNameCharacter(int c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '-';
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TablePath that = (TablePath) o;
    return hash == that.hash
        && Objects.equals(databaseName, that.databaseName)
        && Objects.equals(tableName, that.tableName);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** {@code database.table}. */
  @Override
  public String toString() {
    return databaseName + "." + tableName;
  }
}
