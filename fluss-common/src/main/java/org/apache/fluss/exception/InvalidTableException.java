// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The table's name or definition is not valid. */
public class InvalidTableException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidTableException(String message) {
    super(message);
  }

  public InvalidTableException(String message, Throwable cause) {
    super(message, cause);
  }

  public InvalidTableException(Throwable cause) {
    super(cause);
  }
}
