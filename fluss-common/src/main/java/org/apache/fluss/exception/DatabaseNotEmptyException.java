// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The database to drop still has tables. */
public class DatabaseNotEmptyException extends ApiException {
  private static final long serialVersionUID = 1L;

  public DatabaseNotEmptyException(String message) {
    super(message);
  }

  public DatabaseNotEmptyException(String message, Throwable cause) {
    super(message, cause);
  }
}
