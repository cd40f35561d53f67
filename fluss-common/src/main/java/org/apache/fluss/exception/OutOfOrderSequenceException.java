// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A batch's sequence number does not follow the last one of its writer. */
public class OutOfOrderSequenceException extends ApiException {
  private static final long serialVersionUID = 1L;

  public OutOfOrderSequenceException(String message) {
    super(message);
  }
}
