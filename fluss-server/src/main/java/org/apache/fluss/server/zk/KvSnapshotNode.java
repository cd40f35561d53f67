// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import org.apache.fluss.metadata.TableBucket;

/**
 * {@code .../buckets/{bucket}/snapshots/{snapshotId}}: where a completed kv snapshot is. Immutable.
 */
public final class KvSnapshotNode {
  private static final int VERSION = 1;

  private final long snapshotId;
  private final long logOffset;
  private final String metadataPath;

  /**
   * @param logOffset first log offset the snapshot does not contain
   * @param metadataPath full URI of the snapshot's metadata file
   */
  public KvSnapshotNode(long snapshotId, long logOffset, String metadataPath) {
    this.snapshotId = snapshotId;
    this.logOffset = logOffset;
    this.metadataPath = metadataPath;
  }

  public static String parent(TableBucket bucket) {
    return BucketNode.path(bucket) + "/snapshots";
  }

  public static String path(TableBucket bucket, long snapshotId) {
    return parent(bucket) + "/" + snapshotId;
  }

  public long snapshotId() {
    return snapshotId;
  }

  public long logOffset() {
    return logOffset;
  }

  public String metadataPath() {
    return metadataPath;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeNumberField("snapshot_id", snapshotId);
          out.writeNumberField("log_offset", logOffset);
          out.writeStringField("metadata_path", metadataPath);
        });
  }

  public static KvSnapshotNode decode(byte[] data) {
    NodeJson json = NodeJson.read("kv snapshot", data);
    return new KvSnapshotNode(
        json.longValue("snapshot_id"), json.longValue("log_offset"), json.text("metadata_path"));
  }
}
