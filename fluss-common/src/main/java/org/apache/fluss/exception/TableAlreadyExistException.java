// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The table to create exists. */
public class TableAlreadyExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public TableAlreadyExistException(String message) {
    super(message);
  }

  public TableAlreadyExistException(String message, Throwable cause) {
    super(message, cause);
  }
}
