// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The server failed in a way that has no code of its own. */
public class UnknownServerException extends ApiException {
  private static final long serialVersionUID = 1L;

  public UnknownServerException(String message) {
    super(message);
  }

  public UnknownServerException(String message, Throwable cause) {
    super(message, cause);
  }

  public UnknownServerException(Throwable cause) {
    super(cause);
  }
}
