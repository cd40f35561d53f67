// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import org.apache.fluss.metadata.TableBucket;

/**
 * {@code .../buckets/{bucket}/remote_logs}: the manifest of a bucket's remote log segments.
 * Immutable.
 */
public final class RemoteLogNode {
  private static final int VERSION = 1;

  private final String manifestPath;
  private final long endOffset;

  /**
   * @param endOffset first offset that is not in remote storage
   */
  public RemoteLogNode(String manifestPath, long endOffset) {
    this.manifestPath = manifestPath;
    this.endOffset = endOffset;
  }

  public static String path(TableBucket bucket) {
    return BucketNode.path(bucket) + "/remote_logs";
  }

  public String manifestPath() {
    return manifestPath;
  }

  public long endOffset() {
    return endOffset;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeStringField("remote_log_manifest_path", manifestPath);
          out.writeNumberField("remote_log_end_offset", endOffset);
        });
  }

  public static RemoteLogNode decode(byte[] data) {
    NodeJson json = NodeJson.read("remote log", data);
    return new RemoteLogNode(
        json.text("remote_log_manifest_path"), json.longValue("remote_log_end_offset"));
  }
}
