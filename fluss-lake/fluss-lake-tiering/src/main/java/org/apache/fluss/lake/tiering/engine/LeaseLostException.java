// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

/** A round stopped because its table may be another runner's by now. Nothing is wrong with it. */
final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeaseLostException(String message) {
    super(message);
  }
}
