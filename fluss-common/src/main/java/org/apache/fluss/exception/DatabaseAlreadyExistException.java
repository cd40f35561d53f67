// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The database to create exists. */
public class DatabaseAlreadyExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public DatabaseAlreadyExistException(String message) {
    super(message);
  }

  public DatabaseAlreadyExistException(String message, Throwable cause) {
    super(message, cause);
  }
}
