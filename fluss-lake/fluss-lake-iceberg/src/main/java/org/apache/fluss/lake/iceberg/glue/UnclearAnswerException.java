// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

/** Glue may or may not have applied a change. */
final class UnclearAnswerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnclearAnswerException(Throwable cause) {
    super("Glue may or may not have applied the change: " + cause.getMessage(), cause);
  }
}
