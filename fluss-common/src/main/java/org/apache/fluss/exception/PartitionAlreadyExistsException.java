// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The partition to create exists. */
public class PartitionAlreadyExistsException extends ApiException {
  private static final long serialVersionUID = 1L;

  public PartitionAlreadyExistsException(String message) {
    super(message);
  }
}
