// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A rebalance failed. */
public class RebalanceFailureException extends ApiException {
  private static final long serialVersionUID = 1L;

  public RebalanceFailureException(String message) {
    super(message);
  }

  public RebalanceFailureException(String message, Throwable cause) {
    super(message, cause);
  }
}
