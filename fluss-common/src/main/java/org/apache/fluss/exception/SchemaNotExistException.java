// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The named schema does not exist. */
public class SchemaNotExistException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public SchemaNotExistException(String message) {
    super(message);
  }

  public SchemaNotExistException(String message, Throwable cause) {
    super(message, cause);
  }
}
