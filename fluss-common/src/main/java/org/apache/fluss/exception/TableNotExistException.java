// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The named table does not exist. */
public class TableNotExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public TableNotExistException(String message) {
    super(message);
  }

  public TableNotExistException(String message, Throwable cause) {
    super(message, cause);
  }
}
