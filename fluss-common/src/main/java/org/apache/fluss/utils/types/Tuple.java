// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.types;

import java.io.Serializable;
import org.apache.fluss.annotation.PublicStable;

/** A fixed number of fields of different types. */
@PublicStable
public abstract class Tuple implements Serializable {
  private static final long serialVersionUID = 1L;

  /** For subclasses. */
  public Tuple() {}

  /** A new tuple of the same fields; the fields themselves are shared. */
  public abstract <T extends Tuple> T copy();
}
