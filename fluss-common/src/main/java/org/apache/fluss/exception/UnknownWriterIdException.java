// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The server does not know the writer id. */
public class UnknownWriterIdException extends ApiException {
  private static final long serialVersionUID = 1L;

  public UnknownWriterIdException(String message) {
    super(message);
  }
}
