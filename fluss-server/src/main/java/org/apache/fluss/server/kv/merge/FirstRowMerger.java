// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import org.apache.fluss.metadata.DeleteBehavior;

/** The row written first stays. */
final class FirstRowMerger implements RowMerger {
  private final DeleteBehavior deletes;

  FirstRowMerger(DeleteBehavior deletes) {
    this.deletes = deletes;
  }

  @Override
  public byte[] merge(byte[] old, byte[] next) {
    return old == null ? next : old;
  }

  @Override
  public byte[] delete(byte[] old) {
    throw new UnsupportedOperationException("The first_row merge engine deletes nothing.");
  }

  @Override
  public DeleteBehavior deleteBehavior() {
    return deletes;
  }
}
