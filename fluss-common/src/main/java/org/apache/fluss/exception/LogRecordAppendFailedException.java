// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** Appending records to a log failed. */
public class LogRecordAppendFailedException extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  public LogRecordAppendFailedException(String message) {
    super(message);
  }

  public LogRecordAppendFailedException(String message, Throwable cause) {
    super(message, cause);
  }

  public LogRecordAppendFailedException(Throwable cause) {
    super(cause);
  }
}
