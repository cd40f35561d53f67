// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

/** An expression that cannot be turned into a condition on rows. */
public class UnsupportedExpression extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnsupportedExpression() {}

  public UnsupportedExpression(String message) {
    super(message);
  }
}
