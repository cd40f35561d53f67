// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The answering server is of another type than expected. */
public class InvalidServerTypeException extends InvalidMetadataException {
  private static final long serialVersionUID = 1L;

  public InvalidServerTypeException(String message) {
    super(message);
  }
}
