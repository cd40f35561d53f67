// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

/** A node as it was read: its content and what the store knows about it. Immutable. */
public final class StoredNode {
  private final byte[] data;
  private final int version;
  private final long creationId;
  private final long createdTimeMs;
  private final long modifiedTimeMs;
  private final int childCount;
  private final long ephemeralOwner;

  public StoredNode(
      byte[] data,
      int version,
      long creationId,
      long createdTimeMs,
      long modifiedTimeMs,
      int childCount,
      long ephemeralOwner) {
    this.data = data;
    this.version = version;
    this.creationId = creationId;
    this.createdTimeMs = createdTimeMs;
    this.modifiedTimeMs = modifiedTimeMs;
    this.childCount = childCount;
    this.ephemeralOwner = ephemeralOwner;
  }

  /** The content, never null; the array is not copied. */
  public byte[] data() {
    return data;
  }

  /** Counts the changes of the content, from 0. */
  public int version() {
    return version;
  }

  /** Grows with every created node, so it tells a node from a later one at the same path. */
  public long creationId() {
    return creationId;
  }

  public long createdTimeMs() {
    return createdTimeMs;
  }

  public long modifiedTimeMs() {
    return modifiedTimeMs;
  }

  public int childCount() {
    return childCount;
  }

  /** The session that holds this ephemeral node, 0 for a persistent one. */
  public long ephemeralOwner() {
    return ephemeralOwner;
  }
}
