// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The key-value store of a bucket failed. */
public class KvStorageException extends StorageException {
  private static final long serialVersionUID = 1L;

  public KvStorageException(String message) {
    super(message);
  }

  public KvStorageException(String message, Throwable cause) {
    super(message, cause);
  }

  public KvStorageException(Throwable cause) {
    super(cause);
  }
}
