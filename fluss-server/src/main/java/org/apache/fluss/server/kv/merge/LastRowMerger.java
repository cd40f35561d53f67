// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import org.apache.fluss.metadata.DeleteBehavior;

/** The row written last stays, as it was written. */
final class LastRowMerger implements RowMerger {
  private final DeleteBehavior deletes;

  LastRowMerger(DeleteBehavior deletes) {
    this.deletes = deletes;
  }

  @Override
  public byte[] merge(byte[] old, byte[] next) {
    return next;
  }

  @Override
  public byte[] delete(byte[] old) {
    return null;
  }

  @Override
  public DeleteBehavior deleteBehavior() {
    return deletes;
  }

  @Override
  public boolean isPlainFullRow() {
    return true;
  }
}
