// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The base of Fluss's unchecked exceptions. */
public class FlussRuntimeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FlussRuntimeException(String message) {
    super(message);
  }

  public FlussRuntimeException(String message, Throwable cause) {
    super(message, cause);
  }

  public FlussRuntimeException(Throwable cause) {
    super(cause);
  }
}
