// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The answering server is not the leading coordinator, or the sender is not. */
public class InvalidCoordinatorException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidCoordinatorException(String message) {
    super(message);
  }
}
