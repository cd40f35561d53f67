// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The configuration is invalid as a whole or in one value. */
public class IllegalConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public IllegalConfigurationException(String message) {
    super(message);
  }

  /** Formats the message as {@link String#format} does. */
  public IllegalConfigurationException(String format, Object... arguments) {
    super(String.format(format, arguments));
  }

  public IllegalConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
