// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The named snapshot of a primary-key table does not exist. */
public class KvSnapshotNotExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public KvSnapshotNotExistException(String message) {
    super(message);
  }
}
