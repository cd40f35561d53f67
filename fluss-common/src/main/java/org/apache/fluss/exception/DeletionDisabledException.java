// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The table refuses deletes by its delete behaviour. */
public class DeletionDisabledException extends ApiException {
  private static final long serialVersionUID = 1L;

  public DeletionDisabledException(String message) {
    super(message);
  }

  public DeletionDisabledException(String message, Throwable cause) {
    super(message, cause);
  }
}
