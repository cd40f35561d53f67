// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The batch was appended but too few replicas hold it. */
public class NotEnoughReplicasAfterAppendException extends RetriableException {
  private static final long serialVersionUID = 1L;

  public NotEnoughReplicasAfterAppendException(String message) {
    super(message);
  }
}
