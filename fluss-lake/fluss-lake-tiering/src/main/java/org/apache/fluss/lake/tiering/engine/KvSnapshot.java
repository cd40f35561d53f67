// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

/** A snapshot of the rows of a bucket of a primary-key table. Immutable. */
public final class KvSnapshot {
  private final long id;
  private final long logOffset;

  /**
   * @param logOffset the changelog before this offset is in the snapshot
   */
  public KvSnapshot(long id, long logOffset) {
    this.id = id;
    this.logOffset = logOffset;
  }

  long id() {
    return id;
  }

  long logOffset() {
    return logOffset;
  }
}
