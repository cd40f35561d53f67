// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.types;

import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/** One of two values. Not thread-safe while it is changed. */
@PublicStable
public abstract class Either<L, R> {

  /** For the two kinds below. */
  public Either() {}

  /** Wraps a left value, never null. */
  public static <L, R> Either<L, R> left(L value) {
    return new Left<>(value);
  }

  /** Wraps a right value, never null. */
  public static <L, R> Either<L, R> right(R value) {
    return new Right<>(value);
  }

  /** The left value; {@link IllegalStateException} if this is a right one. */
  public abstract L left() throws IllegalStateException;

  /** The right value; {@link IllegalStateException} if this is a left one. */
  public abstract R right() throws IllegalStateException;

  /** Whether this holds a left value. */
  public final boolean isLeft() {
    return this instanceof Left;
  }

  /** Whether this holds a right value. */
  public final boolean isRight() {
    return this instanceof Right;
  }

  /** The left kind. */
  @PublicStable
  public static class Left<L, R> extends Either<L, R> {
    private L value;

    /** Wraps {@code value}, never null. */
    public Left(L value) {
      setValue(value);
    }

    /** Wraps {@code value}, never null. */
    public static <L, R> Left<L, R> of(L value) {
      return new Left<>(value);
    }

    @Override
    public L left() {
      return value;
    }

    @Override
    public R right() {
      throw new IllegalStateException("This is a left value, there is no right one.");
    }

    /** Replaces the value, never null. */
    public void setValue(L value) {
      this.value = Objects.requireNonNull(value);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Left && value.equals(((Left<?, ?>) o).value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }

    @Override
    public String toString() {
      return "Left(" + value + ")";
    }
  }

  /** The right kind. */
  @PublicStable
  public static class Right<L, R> extends Either<L, R> {
    private R value;

    /** Wraps {@code value}, never null. */
    public Right(R value) {
      setValue(value);
    }

    /** Wraps {@code value}, never null. */
    public static <L, R> Right<L, R> of(R value) {
      return new Right<>(value);
    }

    @Override
    public L left() {
      throw new IllegalStateException("This is a right value, there is no left one.");
    }

    @Override
    public R right() {
      return value;
    }

    /** Replaces the value, never null. */
    public void setValue(R value) {
      this.value = Objects.requireNonNull(value);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Right && value.equals(((Right<?, ?>) o).value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }

    @Override
    public String toString() {
      return "Right(" + value + ")";
    }
  }
}
