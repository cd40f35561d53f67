// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The principal lacks the right that the operation needs. */
public class AuthorizationException extends ApiException {
  private static final long serialVersionUID = 1L;

  public AuthorizationException(String message) {
    super(message);
  }
}
