// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The operation was not tried because an earlier one failed. */
public class OperationNotAttemptedException extends ApiException {
  private static final long serialVersionUID = 1L;

  public OperationNotAttemptedException(String message) {
    super(message);
  }
}
