// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A configuration value cannot be used. */
public class ConfigException extends ApiException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }

  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
