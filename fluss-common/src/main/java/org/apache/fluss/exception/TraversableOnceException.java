// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** An iterator that can be walked once was asked for twice. */
public class TraversableOnceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TraversableOnceException() {
    super("An iterator that can be walked once was asked for twice.");
  }
}
