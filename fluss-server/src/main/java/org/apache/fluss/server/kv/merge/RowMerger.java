// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import org.apache.fluss.metadata.DeleteBehavior;

/**
 * What a write does to the stored value of its key. Values are stored values: schema id, then row;
 * they are never changed in place and may be kept. Owned by one lane, not thread-safe.
 *
 * <p>A value that does not fit its schema fails with a {@link RuntimeException}, by which the whole
 * batch fails.
 */
public interface RowMerger {
  /**
   * The value that an upsert leaves.
   *
   * @param old the stored value, null if the key is absent
   * @param next the written value
   * @return never null; the instance {@code old} itself if the write changes nothing and must not
   *     show in the changelog
   */
  byte[] merge(byte[] old, byte[] next);

  /**
   * The value that a delete leaves, asked only if {@link #deleteBehavior()} is ALLOW.
   *
   * @param old the stored value, not null
   * @return null if the key goes
   */
  byte[] delete(byte[] old);

  /** What becomes of deletes before they get here. */
  DeleteBehavior deleteBehavior();

  /** Whether {@link #merge} is {@code next} whatever is stored, so that nobody need read it. */
  default boolean isPlainFullRow() {
    return false;
  }
}
