// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** Some servers name a rack and others do not, or the rack is not valid. */
public class InvalidServerRackInfoException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidServerRackInfoException(String message) {
    super(message);
  }
}
