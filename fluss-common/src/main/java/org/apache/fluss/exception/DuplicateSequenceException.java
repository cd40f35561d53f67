// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The batch was appended before. */
public class DuplicateSequenceException extends ApiException {
  private static final long serialVersionUID = 1L;

  public DuplicateSequenceException(String message) {
    super(message);
  }
}
