// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.fluss.row.InternalRow;

/** A condition made of other conditions. */
public class CompoundPredicate implements Predicate {
  private static final long serialVersionUID = 1L;

  private final Function function;

  // Every predicate is serializable; the list is as its maker chose.
  @SuppressWarnings("serial")
  private final List<Predicate> children;

  /**
   * @param children the list is not copied
   */
  public CompoundPredicate(Function function, List<Predicate> children) {
    this.function = function;
    this.children = children;
  }

  public Function function() {
    return function;
  }

  public List<Predicate> children() {
    return children;
  }

  @Override
  public boolean test(InternalRow row) {
    return function.test(row, children);
  }

  @Override
  public boolean test(
      long rowCount, InternalRow minValues, InternalRow maxValues, Long[] nullCounts) {
    return function.test(rowCount, minValues, maxValues, nullCounts, children);
  }

  @Override
  public Optional<Predicate> negate() {
    return function.negate(children);
  }

  @Override
  public <T> T visit(PredicateVisitor<T> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof CompoundPredicate
        && function.equals(((CompoundPredicate) o).function)
        && children.equals(((CompoundPredicate) o).children);
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, children);
  }

  @Override
  public String toString() {
    return function + "(" + children + ")";
  }

  /** How conditions are combined. Stateless: two of one class are equal. */
  public abstract static class Function implements Serializable {
    private static final long serialVersionUID = 1L;

    public Function() {}

    public abstract boolean test(InternalRow row, List<Predicate> children);

    /** Whether a row of a batch may meet the combination. */
    public abstract boolean test(
        long rowCount,
        InternalRow minValues,
        InternalRow maxValues,
        Long[] nullCounts,
        List<Predicate> children);

    /** The opposite of the combination; empty if a child has none. */
    public abstract Optional<Predicate> negate(List<Predicate> children);

    public abstract <T> T visit(FunctionVisitor<T> visitor, List<T> children);

    static Optional<Predicate> negate(Function opposite, List<Predicate> children) {
      Predicate[] negated = new Predicate[children.size()];
      for (int i = 0; i < negated.length; i++) {
        Optional<Predicate> child = children.get(i).negate();
        if (!child.isPresent()) {
          return child;
        }
        negated[i] = child.get();
      }
      return Optional.of(new CompoundPredicate(opposite, List.of(negated)));
    }

    @Override
    public boolean equals(Object o) {
      return o != null && getClass() == o.getClass();
    }

    @Override
    public int hashCode() {
      return getClass().getName().hashCode();
    }

    @Override
    public String toString() {
      return getClass().getSimpleName();
    }
  }
}
