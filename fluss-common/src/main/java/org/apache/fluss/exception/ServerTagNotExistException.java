// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The server does not carry the tag. */
public class ServerTagNotExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public ServerTagNotExistException(String message) {
    super(message);
  }
}
