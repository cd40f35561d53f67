// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** No tablet server is available. */
public class TabletServerNotAvailableException extends ApiException {
  private static final long serialVersionUID = 1L;

  public TabletServerNotAvailableException(String message) {
    super(message);
  }
}
