// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** No rebalance is running. */
public class NoRebalanceInProgressException extends ApiException {
  private static final long serialVersionUID = 1L;

  public NoRebalanceInProgressException(String message) {
    super(message);
  }
}
