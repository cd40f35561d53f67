// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;

/** Tells whether a condition is on partition columns only. */
public class PartitionPredicateVisitor implements PredicateVisitor<Boolean> {
  private final List<String> partitionKeys;

  public PartitionPredicateVisitor(List<String> partitionKeys) {
    this.partitionKeys = partitionKeys;
  }

  @Override
  public Boolean visit(LeafPredicate predicate) {
    return partitionKeys.contains(predicate.fieldName());
  }

  @Override
  public Boolean visit(CompoundPredicate predicate) {
    return predicate.children().stream().allMatch(child -> child.visit(this));
  }
}
