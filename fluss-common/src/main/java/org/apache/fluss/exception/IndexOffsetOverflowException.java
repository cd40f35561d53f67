// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** An offset does not fit an index entry of its segment. */
public class IndexOffsetOverflowException extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  public IndexOffsetOverflowException(String message) {
    super(message);
  }

  public IndexOffsetOverflowException(String message, Throwable cause) {
    super(message, cause);
  }
}
