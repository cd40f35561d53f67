// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The peer could not prove who it is. */
public class AuthenticationException extends ApiException {
  private static final long serialVersionUID = 1L;

  public AuthenticationException(String message) {
    super(message);
  }

  public AuthenticationException(String message, Throwable cause) {
    super(message, cause);
  }
}
