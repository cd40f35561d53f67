// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A record is larger than may be sent. */
public class RecordTooLargeException extends ApiException {
  private static final long serialVersionUID = 1L;

  public RecordTooLargeException(String message) {
    super(message);
  }

  public RecordTooLargeException(String message, Throwable cause) {
    super(message, cause);
  }

  public RecordTooLargeException(Throwable cause) {
    super(cause);
  }
}
