// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The time given did not suffice. */
public class TimeoutException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public TimeoutException(String message) {
    super(message);
  }

  public TimeoutException(String message, Throwable cause) {
    super(message, cause);
  }

  public TimeoutException(Throwable cause) {
    super(cause);
  }
}
