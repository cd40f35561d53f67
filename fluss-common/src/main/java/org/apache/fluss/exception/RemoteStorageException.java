// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The remote storage failed. */
public class RemoteStorageException extends Exception {
  private static final long serialVersionUID = 1L;

  public RemoteStorageException(String message) {
    super(message);
  }

  public RemoteStorageException(String message, Throwable cause) {
    super(message, cause);
  }

  public RemoteStorageException(Throwable cause) {
    super(cause);
  }
}
