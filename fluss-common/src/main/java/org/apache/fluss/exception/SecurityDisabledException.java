// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The operation needs authorization to be enabled. */
public class SecurityDisabledException extends ApiException {
  private static final long serialVersionUID = 1L;

  public SecurityDisabledException(String message) {
    super(message);
  }
}
