// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.Arrays;
import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;

/** Configures lookups in a primary key table. Immutable: each call gives a new one. */
@PublicEvolving
public interface Lookup {
  /**
   * Looks up by these columns: the bucket key and the partition columns find all rows of that
   * prefix of the primary key.
   */
  Lookup lookupBy(List<String> lookupColumnNames);

  /** As {@link #lookupBy(List)}. */
  default Lookup lookupBy(String... lookupColumnNames) {
    return lookupBy(Arrays.asList(lookupColumnNames));
  }

  /** Inserts a row with the key alone if there is none. */
  Lookup enableInsertIfNotExists();

  /**
   * @throws IllegalArgumentException if the table cannot be looked up like this
   */
  Lookuper createLookuper();

  /**
   * A lookuper that takes objects as keys.
   *
   * @throws IllegalArgumentException if the class or the table does not fit
   */
  <T> TypedLookuper<T> createTypedLookuper(Class<T> pojoClass);
}
