// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import org.apache.fluss.exception.FlussRuntimeException;

/** An AWS call failed; the message opens with the code and says what to change. */
public class AwsException extends FlussRuntimeException {

  private static final long serialVersionUID = 1L;

  private final AwsError error;

  /** An exception whose cause may be null. */
  public AwsException(AwsError error, String message, Throwable cause) {
    super(message, cause);
    this.error = error;
  }

  /** The kind of failure. */
  public AwsError error() {
    return error;
  }
}
