// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The producer id is not valid. */
public class InvalidProducerIdException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidProducerIdException(String message) {
    super(message);
  }

  public InvalidProducerIdException(String message, Throwable cause) {
    super(message, cause);
  }
}
