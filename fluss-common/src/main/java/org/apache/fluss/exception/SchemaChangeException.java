// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The schema change cannot be applied or read. */
public class SchemaChangeException extends ApiException {
  private static final long serialVersionUID = 1L;

  public SchemaChangeException(String message) {
    super(message);
  }

  /** The last argument tells whether the stack of this place is recorded. */
  public SchemaChangeException(String message, boolean withStackTrace) {
    super(message, null, withStackTrace);
  }

  public SchemaChangeException(String message, Throwable cause) {
    super(message, cause);
  }
}
