// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code /producers/{producerId}}: files with the offsets a producer registered. Immutable. */
public final class ProducerOffsetsNode {
  public static final String PARENT = "/producers";

  private static final int VERSION = 1;

  private final long expirationTimeMs;
  private final Map<Long, String> offsetsPaths;

  /**
   * @param offsetsPaths file per table id
   */
  public ProducerOffsetsNode(long expirationTimeMs, Map<Long, String> offsetsPaths) {
    this.expirationTimeMs = expirationTimeMs;
    this.offsetsPaths = Collections.unmodifiableMap(offsetsPaths);
  }

  public static String path(String producerId) {
    return PARENT + "/" + producerId;
  }

  public long expirationTimeMs() {
    return expirationTimeMs;
  }

  public Map<Long, String> offsetsPaths() {
    return offsetsPaths;
  }

  public byte[] encode() {
    return KvSnapshotLeaseNode.encode(VERSION, expirationTimeMs, "offsets_path", offsetsPaths);
  }

  public static ProducerOffsetsNode decode(byte[] data) {
    NodeJson json = NodeJson.read("producer offsets", data);
    if (json.version() != VERSION) {
      throw json.corrupt("version " + json.version() + ", known is " + VERSION);
    }
    Map<Long, String> paths = new LinkedHashMap<>();
    for (NodeJson item : json.objects("tables")) {
      paths.put(item.longValue("table_id"), item.text("offsets_path"));
    }
    return new ProducerOffsetsNode(json.longValue("expiration_time"), paths);
  }
}
