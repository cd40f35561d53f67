// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A security token could not be obtained. */
public class SecurityTokenException extends ApiException {
  private static final long serialVersionUID = 1L;

  public SecurityTokenException(String message) {
    super(message);
  }

  public SecurityTokenException(String message, Throwable cause) {
    super(message, cause);
  }
}
