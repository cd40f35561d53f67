// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The selected columns are not valid for the table. */
public class InvalidColumnProjectionException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidColumnProjectionException(String message) {
    super(message);
  }
}
