// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The writer's memory stayed full for as long as it may wait. */
public class BufferExhaustedException extends TimeoutException {
  private static final long serialVersionUID = 1L;

  public BufferExhaustedException(String message) {
    super(message);
  }
}
