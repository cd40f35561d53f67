// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import org.apache.fluss.metadata.DeleteBehavior;

/** Each column is joined by its function; without target columns, all are. */
final class AggregationMerger implements RowMerger {
  private final DeleteBehavior deletes;
  private final TargetColumns targets;
  private final Aggregate[] aggregates;
  private final StoredRows olds;
  private final StoredRows nexts;
  private final ValueBuilder builder;

  /**
   * @param targets null for all columns
   */
  AggregationMerger(
      DeleteBehavior deletes,
      TargetColumns targets,
      Aggregate[] aggregates,
      StoredRows olds,
      StoredRows nexts,
      ValueBuilder builder) {
    this.deletes = deletes;
    this.targets = targets;
    this.aggregates = aggregates;
    this.olds = olds;
    this.nexts = nexts;
    this.builder = builder;
  }

  @Override
  public byte[] merge(byte[] old, byte[] next) {
    StoredRow written = nexts.read(next);
    if (targets != null) {
      targets.requireIn(written);
    }
    return old == null ? next : join(olds.read(old), written);
  }

  private byte[] join(StoredRow stored, StoredRow written) {
    builder.start();
    for (int i = 0; i < aggregates.length; i++) {
      if (targets == null || targets.contains(i)) {
        aggregates[i].join(stored, written, i, builder);
      } else {
        builder.copy(stored, i);
      }
    }
    return builder.finish();
  }

  @Override
  public byte[] delete(byte[] old) {
    return targets == null ? null : targets.delete(olds.read(old), builder);
  }

  @Override
  public DeleteBehavior deleteBehavior() {
    return deletes;
  }
}
