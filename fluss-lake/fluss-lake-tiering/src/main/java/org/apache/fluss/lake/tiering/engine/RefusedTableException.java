// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

/** This runner cannot tier the table, however often it tries. */
final class RefusedTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedTableException(String message) {
    super(message);
  }
}
