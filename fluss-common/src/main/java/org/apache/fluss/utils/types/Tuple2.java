// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.types;

import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/** A pair; fields may be null. Serializable if its fields are. */
@PublicStable
@SuppressWarnings("unchecked") // a generic copy() cannot be overridden without
public class Tuple2<T0, T1> extends Tuple {
  private static final long serialVersionUID = 1L;

  /** First field. */
  public T0 f0;

  /** Second field. */
  public T1 f1;

  /** A pair of the given fields. */
  public Tuple2(T0 f0, T1 f1) {
    this.f0 = f0;
    this.f1 = f1;
  }

  /** A pair of the given fields. */
  public static <T0, T1> Tuple2<T0, T1> of(T0 f0, T1 f1) {
    return new Tuple2<>(f0, f1);
  }

  @Override
  public Tuple2<T0, T1> copy() {
    return new Tuple2<>(f0, f1);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Tuple2
        && Objects.equals(f0, ((Tuple2<?, ?>) o).f0)
        && Objects.equals(f1, ((Tuple2<?, ?>) o).f1);
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hashCode(f0) + Objects.hashCode(f1);
  }

  @Override
  public String toString() {
    return "(" + f0 + "," + f1 + ")";
  }
}
