// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

/** Something a user wrote down, such as the text of a type, is not valid. */
public class ValidationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ValidationException(String message, Throwable cause) {
    super(message, cause);
  }

  public ValidationException(String message) {
    super(message);
  }
}
