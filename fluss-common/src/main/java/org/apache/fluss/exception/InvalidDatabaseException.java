// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The database name is not valid. */
public class InvalidDatabaseException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidDatabaseException(String message) {
    super(message);
  }

  public InvalidDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }

  public InvalidDatabaseException(Throwable cause) {
    super(cause);
  }
}
