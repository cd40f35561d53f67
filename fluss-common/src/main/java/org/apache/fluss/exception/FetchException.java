// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** Records could not be fetched. */
public class FetchException extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  public FetchException(String message) {
    super(message);
  }

  public FetchException(String message, Throwable cause) {
    super(message, cause);
  }

  public FetchException(Throwable cause) {
    super(cause);
  }
}
