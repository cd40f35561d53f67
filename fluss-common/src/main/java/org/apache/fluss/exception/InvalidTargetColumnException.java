// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The target columns of a partial update are not valid. */
public class InvalidTargetColumnException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidTargetColumnException(String message) {
    super(message);
  }
}
