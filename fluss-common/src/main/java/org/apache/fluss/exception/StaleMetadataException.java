// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The metadata is older than required. */
public class StaleMetadataException extends InvalidMetadataException {
  private static final long serialVersionUID = 1L;

  public StaleMetadataException(String message) {
    super(message);
  }
}
