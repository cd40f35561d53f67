// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** Too few replicas are in sync to accept the write. */
public class NotEnoughReplicasException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public NotEnoughReplicasException(String message) {
    super(message);
  }

  public NotEnoughReplicasException(String message, Throwable cause) {
    super(message, cause);
  }
}
