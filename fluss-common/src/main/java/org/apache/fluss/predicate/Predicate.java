// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.io.Serializable;
import java.util.Optional;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;

/** A condition on rows. Immutable. */
@PublicEvolving
public interface Predicate extends Serializable {
  /** Whether the row meets the condition. */
  boolean test(InternalRow row);

  /**
   * Whether a row of a batch may meet the condition.
   *
   * @param rowCount rows of the batch
   * @param minValues least value of each column, null where it is not known
   * @param maxValues greatest value of each column, null where it is not known
   * @param nullCounts nulls in each column, elements may be null
   */
  boolean test(long rowCount, InternalRow minValues, InternalRow maxValues, Long[] nullCounts);

  /**
   * The opposite condition, empty if there is none. A comparison and its opposite are false of
   * null.
   */
  Optional<Predicate> negate();

  <T> T visit(PredicateVisitor<T> visitor);
}
