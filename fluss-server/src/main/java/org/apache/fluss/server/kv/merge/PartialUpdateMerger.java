// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import org.apache.fluss.metadata.DeleteBehavior;

/** The written columns replace those of the stored row, the others stay. */
final class PartialUpdateMerger implements RowMerger {
  private final DeleteBehavior deletes;
  private final TargetColumns targets;
  private final boolean keysOnly;
  private final StoredRows olds;
  private final StoredRows nexts;
  private final ValueBuilder builder;

  PartialUpdateMerger(
      DeleteBehavior deletes,
      TargetColumns targets,
      StoredRows olds,
      StoredRows nexts,
      ValueBuilder builder) {
    this.deletes = deletes;
    this.targets = targets;
    this.keysOnly = targets.areKeysOnly();
    this.olds = olds;
    this.nexts = nexts;
    this.builder = builder;
  }

  @Override
  public byte[] merge(byte[] old, byte[] next) {
    StoredRow written = nexts.read(next);
    targets.requireIn(written);
    if (old != null && keysOnly) {
      return old;
    }
    StoredRow stored = old == null ? null : olds.read(old);
    builder.start();
    for (int i = 0; i < builder.columnCount(); i++) {
      if (targets.contains(i)) {
        builder.copy(written, i);
      } else if (stored != null) {
        builder.copy(stored, i);
      } else {
        builder.setNull(i);
      }
    }
    return builder.finish();
  }

  @Override
  public byte[] delete(byte[] old) {
    return targets.delete(olds.read(old), builder);
  }

  @Override
  public DeleteBehavior deleteBehavior() {
    return deletes;
  }
}
