// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** No lake snapshot is known for the table. */
public class LakeTableSnapshotNotExistException extends ApiException {
  private static final long serialVersionUID = 1L;

  public LakeTableSnapshotNotExistException(String message) {
    super(message);
  }
}
