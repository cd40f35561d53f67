// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.ArrayList;
import java.util.List;

/** A visitor with a method for each function; combinations are visited from the inside out. */
public interface FunctionVisitor<T> extends PredicateVisitor<T> {
  @Override
  default T visit(LeafPredicate predicate) {
    return predicate.function().visit(this, predicate.fieldRef(), predicate.literals());
  }

  @Override
  default T visit(CompoundPredicate predicate) {
    List<T> children = new ArrayList<>();
    for (Predicate child : predicate.children()) {
      children.add(child.visit(this));
    }
    return predicate.function().visit(this, children);
  }

  T visitIsNotNull(FieldRef fieldRef);

  T visitIsNull(FieldRef fieldRef);

  T visitStartsWith(FieldRef fieldRef, Object literal);

  T visitEndsWith(FieldRef fieldRef, Object literal);

  T visitContains(FieldRef fieldRef, Object literal);

  T visitLessThan(FieldRef fieldRef, Object literal);

  T visitGreaterOrEqual(FieldRef fieldRef, Object literal);

  T visitNotEqual(FieldRef fieldRef, Object literal);

  T visitLessOrEqual(FieldRef fieldRef, Object literal);

  T visitEqual(FieldRef fieldRef, Object literal);

  T visitGreaterThan(FieldRef fieldRef, Object literal);

  T visitIn(FieldRef fieldRef, List<Object> literals);

  T visitNotIn(FieldRef fieldRef, List<Object> literals);

  T visitAnd(List<T> children);

  T visitOr(List<T> children);
}
