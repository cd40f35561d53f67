// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The client's view of the cluster is stale: refresh it and try again. */
public abstract class InvalidMetadataException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public InvalidMetadataException(String message) {
    super(message);
  }

  public InvalidMetadataException(String message, Throwable cause) {
    super(message, cause);
  }

  public InvalidMetadataException(Throwable cause) {
    super(cause);
  }
}
