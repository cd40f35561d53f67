// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/**
 * An error that crosses the wire: the base of every exception with a protocol error code. Carries
 * no stack trace of the server.
 */
public class ApiException extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  public ApiException(String message) {
    super(message);
  }

  public ApiException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The last argument tells whether the stack of this place is recorded. */
  public ApiException(String message, Throwable cause, boolean withStackTrace) {
    super(message, cause);
    if (withStackTrace) {
      super.fillInStackTrace();
    }
  }

  public ApiException(Throwable cause) {
    super(cause);
  }

  /** Does nothing: the place where an answer was decoded explains no error of the server. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
