// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import org.apache.fluss.annotation.PublicEvolving;

/** Turns conditions into something else. */
@PublicEvolving
public interface PredicateVisitor<T> {
  T visit(LeafPredicate predicate);

  T visit(CompoundPredicate predicate);
}
