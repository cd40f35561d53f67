// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;
import org.apache.fluss.annotation.PublicStable;

/**
 * One named field of a {@link RowType}. The field id tells fields apart across schema changes; it
 * is no part of equality. Immutable.
 */
@PublicStable
public class DataField implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final String FIELD_FORMAT_WITH_DESCRIPTION = "%s %s '%s'";
  public static final String FIELD_FORMAT_NO_DESCRIPTION = "%s %s";

  /** Id of a field whose schema gave it none. */
  private static final int UNKNOWN_FIELD_ID = -1;

  private final String name;
  private final DataType type;
  private final String description;
  private final int fieldId;

  /**
   * @param description text for people, null if there is none
   * @param fieldId id of the field in its schema, -1 if unknown
   */
  public DataField(String name, DataType type, String description, int fieldId) {
    this.name = Objects.requireNonNull(name, "name");
    this.type = Objects.requireNonNull(type, "type");
    this.description = description;
    this.fieldId = fieldId;
  }

  /** A field without description. */
  public DataField(String name, DataType type, Integer fieldId) {
    this(name, type, null, fieldId);
  }

  /** A field without description and id. */
  public DataField(String name, DataType type) {
    this(name, type, null, UNKNOWN_FIELD_ID);
  }

  /** A field without id. */
  public DataField(String name, DataType type, String description) {
    this(name, type, description, UNKNOWN_FIELD_ID);
  }

  public String getName() {
    return name;
  }

  public DataType getType() {
    return type;
  }

  /** Id of the field in its schema, -1 if unknown. */
  public int getFieldId() {
    return fieldId;
  }

  public Optional<String> getDescription() {
    return Optional.ofNullable(description);
  }

  public DataField copy() {
    return new DataField(name, type, description, fieldId);
  }

  public String asSerializableString() {
    return text(
        type.asSerializableString(), description == null ? null : description.replace("'", "''"));
  }

  public String asSummaryString() {
    return text(type.asSummaryString(), description == null ? null : "...");
  }

  private String text(String typeText, String descriptionText) {
    String quoted = "`" + name.replace("`", "``") + "`";
    return descriptionText == null
        ? String.format(FIELD_FORMAT_NO_DESCRIPTION, quoted, typeText)
        : String.format(FIELD_FORMAT_WITH_DESCRIPTION, quoted, typeText, descriptionText);
  }

  @Override
  public String toString() {
    return asSummaryString();
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    DataField that = (DataField) o;
    return name.equals(that.name)
        && type.equals(that.type)
        && Objects.equals(description, that.description);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, type, description);
  }
}
