// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The number of buckets is not valid. */
public class InvalidBucketsException extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidBucketsException(String message) {
    super(message);
  }
}
