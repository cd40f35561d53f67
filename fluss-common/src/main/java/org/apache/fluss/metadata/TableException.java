// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

/** An operation on a table failed. */
public class TableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TableException(String message, Throwable cause) {
    super(message, cause);
  }

  public TableException(String message) {
    super(message);
  }
}
