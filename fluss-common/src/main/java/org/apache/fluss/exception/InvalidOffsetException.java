// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The offset is not valid for the log. */
public class InvalidOffsetException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidOffsetException(String message) {
    super(message);
  }

  public InvalidOffsetException(String message, Throwable cause) {
    super(message, cause);
  }
}
