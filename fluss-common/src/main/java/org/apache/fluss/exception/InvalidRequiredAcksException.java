// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The number of required acknowledgements is not one of -1, 0 and 1. */
public class InvalidRequiredAcksException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidRequiredAcksException(String message) {
    super(message);
  }
}
