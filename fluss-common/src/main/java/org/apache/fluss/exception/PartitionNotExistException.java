// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The named partition does not exist. */
public class PartitionNotExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public PartitionNotExistException(String message) {
    super(message);
  }
}
