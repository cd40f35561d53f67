// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The request names an older tiering epoch: another runner took the table over. */
public class FencedTieringEpochException extends ApiException {
  private static final long serialVersionUID = 1L;

  public FencedTieringEpochException(String message) {
    super(message);
  }
}
