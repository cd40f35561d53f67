// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The log of a bucket failed. */
public class LogStorageException extends StorageException {
  private static final long serialVersionUID = 1L;

  public LogStorageException(String message) {
    super(message);
  }

  public LogStorageException(String message, Throwable cause) {
    super(message, cause);
  }

  public LogStorageException(Throwable cause) {
    super(cause);
  }
}
