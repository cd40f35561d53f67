// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The offset lies outside what the log holds. */
public class LogOffsetOutOfRangeException extends InvalidOffsetException {
  private static final long serialVersionUID = 1L;

  public LogOffsetOutOfRangeException(String message) {
    super(message);
  }

  public LogOffsetOutOfRangeException(String message, Throwable cause) {
    super(message, cause);
  }
}
