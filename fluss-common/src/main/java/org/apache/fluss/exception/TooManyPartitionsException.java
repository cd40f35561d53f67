// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The table would have more partitions than allowed. */
public class TooManyPartitionsException extends ApiException {
  private static final long serialVersionUID = 1L;

  public TooManyPartitionsException(String message) {
    super(message);
  }
}
