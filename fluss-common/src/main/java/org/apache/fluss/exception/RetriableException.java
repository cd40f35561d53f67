// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A passing error: trying again may succeed. */
public abstract class RetriableException extends ApiException {
  private static final long serialVersionUID = 1L;

  public RetriableException(String message) {
    super(message);
  }

  public RetriableException(String message, Throwable cause) {
    super(message, cause);
  }

  public RetriableException(Throwable cause) {
    super(cause);
  }
}
