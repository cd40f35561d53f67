// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/** Keys with a value each. A key is never null, so the key type is always NOT NULL. Immutable. */
@PublicStable
public final class MapType extends DataType {
  private static final long serialVersionUID = 1L;

  public static final String FORMAT = "MAP<%s, %s>";

  private final DataType keyType;
  private final DataType valueType;

  /**
   * @param keyType type of the keys; taken as NOT NULL whatever it says
   */
  public MapType(boolean isNullable, DataType keyType, DataType valueType) {
    super(isNullable, DataTypeRoot.MAP);
    this.keyType = Objects.requireNonNull(keyType, "keyType").copy(false);
    this.valueType = Objects.requireNonNull(valueType, "valueType");
  }

  /** A nullable map. */
  public MapType(DataType keyType, DataType valueType) {
    this(true, keyType, valueType);
  }

  /** The key type, never nullable. */
  public DataType getKeyType() {
    return keyType;
  }

  public DataType getValueType() {
    return valueType;
  }

  @Override
  public List<DataType> getChildren() {
    return Collections.unmodifiableList(Arrays.asList(keyType, valueType));
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new MapType(isNullable, keyType, valueType);
  }

  @Override
  public String asSerializableString() {
    return withNullability(
        FORMAT, keyType.asSerializableString(), valueType.asSerializableString());
  }

  @Override
  public String asSummaryString() {
    return withNullability(FORMAT, keyType.asSummaryString(), valueType.asSummaryString());
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o)
        && keyType.equals(((MapType) o).keyType)
        && valueType.equals(((MapType) o).valueType);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), keyType, valueType);
  }
}
