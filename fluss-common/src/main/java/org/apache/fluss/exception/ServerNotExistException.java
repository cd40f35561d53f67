// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The named server does not exist. */
public class ServerNotExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public ServerNotExistException(String message) {
    super(message);
  }
}
