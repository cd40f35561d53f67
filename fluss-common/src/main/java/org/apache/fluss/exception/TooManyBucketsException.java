// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The table would have more buckets than allowed. */
public class TooManyBucketsException extends ApiException {
  private static final long serialVersionUID = 1L;

  public TooManyBucketsException(String message) {
    super(message);
  }

  public TooManyBucketsException(String message, Throwable cause) {
    super(message, cause);
  }
}
