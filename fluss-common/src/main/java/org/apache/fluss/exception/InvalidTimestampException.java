// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The timestamp is not valid, for example in the future. */
public class InvalidTimestampException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidTimestampException(String message) {
    super(message);
  }
}
