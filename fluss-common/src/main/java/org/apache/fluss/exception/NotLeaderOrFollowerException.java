// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The server holds no suitable replica of the bucket. */
public class NotLeaderOrFollowerException extends InvalidMetadataException {
  private static final long serialVersionUID = 1L;

  public NotLeaderOrFollowerException(String message) {
    super(message);
  }

  public NotLeaderOrFollowerException(String message, Throwable cause) {
    super(message, cause);
  }

  public NotLeaderOrFollowerException(Throwable cause) {
    super(cause);
  }
}
