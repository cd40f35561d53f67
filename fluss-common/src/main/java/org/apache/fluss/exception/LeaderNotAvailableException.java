// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The bucket has no leader now. */
public class LeaderNotAvailableException extends InvalidMetadataException {
  private static final long serialVersionUID = 1L;

  public LeaderNotAvailableException(String message) {
    super(message);
  }

  public LeaderNotAvailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
