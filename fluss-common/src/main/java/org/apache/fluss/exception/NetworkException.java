// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The connection to a server failed. */
public class NetworkException extends InvalidMetadataException {
  private static final long serialVersionUID = 1L;

  public NetworkException(String message) {
    super(message);
  }

  public NetworkException(String message, Throwable cause) {
    super(message, cause);
  }

  public NetworkException(Throwable cause) {
    super(cause);
  }
}
