// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.fluss.annotation.PublicStable;

/** The kind of a type, without its parameters. The names are part of the schema JSON. */
@PublicStable
public enum DataTypeRoot {
  CHAR(DataTypeFamily.PREDEFINED, DataTypeFamily.CHARACTER_STRING),
  STRING(DataTypeFamily.PREDEFINED, DataTypeFamily.CHARACTER_STRING),
  BOOLEAN(DataTypeFamily.PREDEFINED),
  BINARY(DataTypeFamily.PREDEFINED, DataTypeFamily.BINARY_STRING),
  BYTES(DataTypeFamily.PREDEFINED, DataTypeFamily.BINARY_STRING),
  DECIMAL(DataTypeFamily.PREDEFINED, DataTypeFamily.NUMERIC, DataTypeFamily.EXACT_NUMERIC),
  TINYINT(
      DataTypeFamily.PREDEFINED,
      DataTypeFamily.NUMERIC,
      DataTypeFamily.INTEGER_NUMERIC,
      DataTypeFamily.EXACT_NUMERIC),
  SMALLINT(
      DataTypeFamily.PREDEFINED,
      DataTypeFamily.NUMERIC,
      DataTypeFamily.INTEGER_NUMERIC,
      DataTypeFamily.EXACT_NUMERIC),
  INTEGER(
      DataTypeFamily.PREDEFINED,
      DataTypeFamily.NUMERIC,
      DataTypeFamily.INTEGER_NUMERIC,
      DataTypeFamily.EXACT_NUMERIC),
  BIGINT(
      DataTypeFamily.PREDEFINED,
      DataTypeFamily.NUMERIC,
      DataTypeFamily.INTEGER_NUMERIC,
      DataTypeFamily.EXACT_NUMERIC),
  FLOAT(DataTypeFamily.PREDEFINED, DataTypeFamily.NUMERIC, DataTypeFamily.APPROXIMATE_NUMERIC),
  DOUBLE(DataTypeFamily.PREDEFINED, DataTypeFamily.NUMERIC, DataTypeFamily.APPROXIMATE_NUMERIC),
  DATE(DataTypeFamily.PREDEFINED, DataTypeFamily.DATETIME),
  TIME_WITHOUT_TIME_ZONE(DataTypeFamily.PREDEFINED, DataTypeFamily.DATETIME, DataTypeFamily.TIME),
  TIMESTAMP_WITHOUT_TIME_ZONE(
      DataTypeFamily.PREDEFINED, DataTypeFamily.DATETIME, DataTypeFamily.TIMESTAMP),
  TIMESTAMP_WITH_LOCAL_TIME_ZONE(
      DataTypeFamily.PREDEFINED,
      DataTypeFamily.DATETIME,
      DataTypeFamily.TIMESTAMP,
      DataTypeFamily.EXTENSION),
  ARRAY(DataTypeFamily.CONSTRUCTED, DataTypeFamily.COLLECTION),
  MAP(DataTypeFamily.CONSTRUCTED, DataTypeFamily.EXTENSION),
  ROW(DataTypeFamily.CONSTRUCTED);

  private final Set<DataTypeFamily> families;

  DataTypeRoot(DataTypeFamily first, DataTypeFamily... rest) {
    this.families = Collections.unmodifiableSet(EnumSet.of(first, rest));
  }

  /** The families this root belongs to; unmodifiable. */
  public Set<DataTypeFamily> getFamilies() {
    return families;
  }
}
