// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code /leases/kv_snapshot/{leaseId}}: kv snapshots a reader keeps from deletion. Immutable. */
public final class KvSnapshotLeaseNode {
  public static final String PARENT = "/leases/kv_snapshot";

  private static final int VERSION = 1;

  private final long expirationTimeMs;
  private final Map<Long, String> metadataPaths;

  /**
   * @param metadataPaths file with the leased snapshots per table id
   */
  public KvSnapshotLeaseNode(long expirationTimeMs, Map<Long, String> metadataPaths) {
    this.expirationTimeMs = expirationTimeMs;
    this.metadataPaths = Collections.unmodifiableMap(metadataPaths);
  }

  public static String path(String leaseId) {
    return PARENT + "/" + leaseId;
  }

  public long expirationTimeMs() {
    return expirationTimeMs;
  }

  public Map<Long, String> metadataPaths() {
    return metadataPaths;
  }

  public byte[] encode() {
    return encode(VERSION, expirationTimeMs, "lease_metadata_path", metadataPaths);
  }

  static byte[] encode(
      int version, long expirationTimeMs, String pathName, Map<Long, String> paths) {
    return NodeJson.write(
        version,
        out -> {
          out.writeNumberField("expiration_time", expirationTimeMs);
          out.writeArrayFieldStart("tables");
          for (Map.Entry<Long, String> entry : paths.entrySet()) {
            out.writeStartObject();
            out.writeNumberField("table_id", entry.getKey());
            out.writeStringField(pathName, entry.getValue());
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  public static KvSnapshotLeaseNode decode(byte[] data) {
    NodeJson json = NodeJson.read("kv snapshot lease", data);
    Map<Long, String> paths = new LinkedHashMap<>();
    for (NodeJson item : json.objects("tables")) {
      paths.put(item.longValue("table_id"), item.text("lease_metadata_path"));
    }
    return new KvSnapshotLeaseNode(json.longValue("expiration_time"), paths);
  }
}
