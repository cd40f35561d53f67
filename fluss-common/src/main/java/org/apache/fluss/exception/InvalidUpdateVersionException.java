// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The version of the update is not the expected one. */
public class InvalidUpdateVersionException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidUpdateVersionException(String message) {
    super(message);
  }

  public InvalidUpdateVersionException(String message, Throwable cause) {
    super(message, cause);
  }
}
