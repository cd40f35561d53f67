// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** An offset does not fit the segment it belongs to. */
public class LogSegmentOffsetOverflowException extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  public LogSegmentOffsetOverflowException(String message) {
    super(message);
  }

  public LogSegmentOffsetOverflowException(String message, Throwable cause) {
    super(message, cause);
  }

  public LogSegmentOffsetOverflowException(Throwable cause) {
    super(cause);
  }
}
