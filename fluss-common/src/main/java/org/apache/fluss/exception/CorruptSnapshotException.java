// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** A local snapshot file of writer states is damaged. */
public class CorruptSnapshotException extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  public CorruptSnapshotException(String message) {
    super(message);
  }

  public CorruptSnapshotException(String message, Throwable cause) {
    super(message, cause);
  }
}
