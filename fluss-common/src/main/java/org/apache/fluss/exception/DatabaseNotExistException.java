// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The named database does not exist. */
public class DatabaseNotExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public DatabaseNotExistException(String message) {
    super(message);
  }

  public DatabaseNotExistException(String message, Throwable cause) {
    super(message, cause);
  }
}
