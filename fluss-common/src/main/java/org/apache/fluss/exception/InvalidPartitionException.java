// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The partition is not valid for the table. */
public class InvalidPartitionException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidPartitionException(String message) {
    super(message);
  }
}
