// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A record batch sent for appending failed its size or checksum test. */
public class CorruptRecordException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public CorruptRecordException() {
    super("A record batch sent for appending failed its size or checksum test.");
  }

  public CorruptRecordException(String message) {
    super(message);
  }

  public CorruptRecordException(String message, Throwable cause) {
    super(message, cause);
  }

  public CorruptRecordException(Throwable cause) {
    super(cause);
  }
}
