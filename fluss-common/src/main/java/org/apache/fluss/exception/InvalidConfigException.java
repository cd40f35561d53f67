// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A configuration option of a table or cluster is not valid. */
public class InvalidConfigException extends ApiException {
  private static final long serialVersionUID = 1L;

  public InvalidConfigException(String message) {
    super(message);
  }
}
