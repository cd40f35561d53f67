// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The replication factor is not valid for this cluster. */
public class InvalidReplicationFactorException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidReplicationFactorException(String message) {
    super(message);
  }
}
