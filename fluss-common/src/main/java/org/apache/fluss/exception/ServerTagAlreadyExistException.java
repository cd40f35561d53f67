// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The server carries another tag. */
public class ServerTagAlreadyExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public ServerTagAlreadyExistException(String message) {
    super(message);
  }
}
