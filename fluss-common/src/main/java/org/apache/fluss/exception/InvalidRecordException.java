// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A record or batch breaks the rules of its format. */
public class InvalidRecordException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidRecordException(String message) {
    super(message);
  }

  public InvalidRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
