// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The base of Fluss's checked exceptions. */
public class FlussException extends Exception {
  private static final long serialVersionUID = 1L;

  public FlussException(String message) {
    super(message);
  }

  public FlussException(String message, Throwable cause) {
    super(message, cause);
  }

  public FlussException(Throwable cause) {
    super(cause);
  }
}
