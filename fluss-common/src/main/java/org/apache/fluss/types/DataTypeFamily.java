// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** Groups of {@link DataTypeRoot}s; a root may belong to several. */
@PublicStable
public enum DataTypeFamily {
  PREDEFINED,
  CONSTRUCTED,
  USER_DEFINED,
  CHARACTER_STRING,
  BINARY_STRING,
  NUMERIC,
  INTEGER_NUMERIC,
  EXACT_NUMERIC,
  APPROXIMATE_NUMERIC,
  DATETIME,
  TIME,
  TIMESTAMP,
  INTERVAL,
  COLLECTION,
  EXTENSION
}
