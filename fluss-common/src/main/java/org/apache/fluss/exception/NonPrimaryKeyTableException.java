// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The operation needs a primary-key table. */
public class NonPrimaryKeyTableException extends ApiException {
  private static final long serialVersionUID = 1L;

  public NonPrimaryKeyTableException(String message) {
    super(message);
  }

  public NonPrimaryKeyTableException(Throwable cause) {
    super(cause);
  }
}
