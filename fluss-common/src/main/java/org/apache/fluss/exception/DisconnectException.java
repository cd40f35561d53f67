// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The connection ended before the answer came. */
public class DisconnectException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public DisconnectException(String message) {
    super(message);
  }

  public DisconnectException(String message, Throwable cause) {
    super(message, cause);
  }

  public DisconnectException(Throwable cause) {
    super(cause);
  }
}
