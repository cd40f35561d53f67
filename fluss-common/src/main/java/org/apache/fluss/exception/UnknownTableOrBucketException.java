// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The server does not know the table or bucket. */
public class UnknownTableOrBucketException extends InvalidMetadataException {
  private static final long serialVersionUID = 1L;

  public UnknownTableOrBucketException(String message) {
    super(message);
  }

  public UnknownTableOrBucketException(String message, Throwable cause) {
    super(message, cause);
  }

  public UnknownTableOrBucketException(Throwable cause) {
    super(cause);
  }
}
