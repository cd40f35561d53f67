// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A writer ran out of sequence numbers. */
public class SequenceOverflowException extends ApiException {
  private static final long serialVersionUID = 1L;

  public SequenceOverflowException(String message) {
    super(message);
  }
}
