// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.Map;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.DatabaseInfo;

/** {@code /metadata/databases/{db}}: a database. Immutable. */
public final class DatabaseNode {
  public static final String PARENT = "/metadata/databases";

  private static final int VERSION = 1;

  private final String comment;
  private final Map<String, String> customProperties;
  private final long createdTimeMs;
  private final long modifiedTimeMs;

  public DatabaseNode(
      String comment,
      Map<String, String> customProperties,
      long createdTimeMs,
      long modifiedTimeMs) {
    this.comment = comment;
    this.customProperties = Collections.unmodifiableMap(customProperties);
    this.createdTimeMs = createdTimeMs;
    this.modifiedTimeMs = modifiedTimeMs;
  }

  public static DatabaseNode of(DatabaseDescriptor descriptor, long nowMs) {
    return new DatabaseNode(
        descriptor.getComment().orElse(null), descriptor.getCustomProperties(), nowMs, nowMs);
  }

  public static String path(String database) {
    return PARENT + "/" + database;
  }

  public long createdTimeMs() {
    return createdTimeMs;
  }

  public DatabaseInfo toInfo(String name) {
    DatabaseDescriptor.Builder descriptor =
        DatabaseDescriptor.builder().customProperties(customProperties);
    if (comment != null) {
      descriptor.comment(comment);
    }
    return new DatabaseInfo(name, descriptor.build(), createdTimeMs, modifiedTimeMs);
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          if (comment != null) {
            out.writeStringField("comment", comment);
          }
          NodeJson.writeTextMap(out, "custom_properties", customProperties);
          out.writeNumberField("created_time", createdTimeMs);
          out.writeNumberField("modified_time", modifiedTimeMs);
        });
  }

  public static DatabaseNode decode(byte[] data) {
    NodeJson json = NodeJson.read("database", data);
    return new DatabaseNode(
        json.optionalText("comment"),
        json.textMap("custom_properties"),
        json.longValue("created_time"),
        json.longValue("modified_time"));
  }
}
