// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The request names an older leader epoch. */
public class FencedLeaderEpochException extends ApiException {
  private static final long serialVersionUID = 1L;

  public FencedLeaderEpochException(String message) {
    super(message);
  }
}
