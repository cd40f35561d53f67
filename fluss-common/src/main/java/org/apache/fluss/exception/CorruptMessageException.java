// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A message or batch failed its size or checksum test. */
public class CorruptMessageException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public CorruptMessageException() {
    super("A message or batch failed its size or checksum test.");
  }

  public CorruptMessageException(String message) {
    super(message);
  }

  public CorruptMessageException(String message, Throwable cause) {
    super(message, cause);
  }

  public CorruptMessageException(Throwable cause) {
    super(cause);
  }
}
