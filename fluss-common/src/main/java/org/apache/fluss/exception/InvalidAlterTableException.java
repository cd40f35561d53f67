// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The requested change of a table is not allowed. */
public class InvalidAlterTableException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidAlterTableException(String message) {
    super(message);
  }

  public InvalidAlterTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
