// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** Authentication failed for now and may be tried again. */
public class RetriableAuthenticationException extends AuthenticationException {
  private static final long serialVersionUID = 1L;

  public RetriableAuthenticationException(String message) {
    super(message);
  }
}
