// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The two sides share no version of the API. */
public class UnsupportedVersionException extends ApiException {
  private static final long serialVersionUID = 1L;

  public UnsupportedVersionException(String message) {
    super(message);
  }

  public UnsupportedVersionException(String message, Throwable cause) {
    super(message, cause);
  }
}
