// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A replica may not join the in-sync replicas. */
public class IneligibleReplicaException extends ApiException {
  private static final long serialVersionUID = 1L;

  public IneligibleReplicaException(String message) {
    super(message);
  }
}
