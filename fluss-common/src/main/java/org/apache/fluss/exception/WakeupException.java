// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A blocked poll was woken up. */
public class WakeupException extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  public WakeupException(String message) {
    super(message);
  }
}
