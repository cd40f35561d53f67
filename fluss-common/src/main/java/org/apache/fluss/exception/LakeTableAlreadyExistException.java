// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The lake table exists and does not fit. */
public class LakeTableAlreadyExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public LakeTableAlreadyExistException(String message) {
    super(message);
  }

  public LakeTableAlreadyExistException(String message, Throwable cause) {
    super(message, cause);
  }
}
