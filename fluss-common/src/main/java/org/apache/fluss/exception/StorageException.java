// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The server's storage failed. */
public class StorageException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }

  public StorageException(Throwable cause) {
    super(cause);
  }
}
