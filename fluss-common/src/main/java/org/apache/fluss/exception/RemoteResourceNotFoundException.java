// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A file of the remote storage does not exist. */
public class RemoteResourceNotFoundException extends RemoteStorageException {
  private static final long serialVersionUID = 1L;

  public RemoteResourceNotFoundException(String message) {
    super(message);
  }

  public RemoteResourceNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }

  public RemoteResourceNotFoundException(Throwable cause) {
    super(cause);
  }
}
