// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** {@code /fluss-acls/{ResourceType}/{resourceName}}: who may do what on a resource. Immutable. */
public final class AclNode {
  public static final String PARENT = "/fluss-acls";
  public static final String CHANGES_PARENT = "/fluss-acl-changes";

  /** To be created sequentially; the content is {@link #encodeChange}. */
  public static final String CHANGE_PREFIX = CHANGES_PARENT + "/acl_changes_";

  private static final int VERSION = 1;

  private final List<Entry> entries;

  public AclNode(List<Entry> entries) {
    this.entries = Collections.unmodifiableList(entries);
  }

  public static String path(String resourceType, String resourceName) {
    return PARENT + "/" + resourceType + "/" + resourceName;
  }

  /** The content of a change node: which resource changed. */
  public static byte[] encodeChange(String resourceType, String resourceName) {
    return (resourceType + ":" + resourceName).getBytes(StandardCharsets.UTF_8);
  }

  /** The resource type and name a change node speaks of. */
  public static List<String> decodeChange(byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw MetadataStoreException.corrupt("ACL change", "'" + text + "' is not TYPE:name", null);
    }
    return List.of(text.substring(0, colon), text.substring(colon + 1));
  }

  public List<Entry> entries() {
    return entries;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeArrayFieldStart("acls");
          for (Entry entry : entries) {
            out.writeStartObject();
            out.writeStringField("principal_type", entry.principalType);
            out.writeStringField("principal_name", entry.principalName);
            out.writeStringField("permission_type", entry.permissionType);
            out.writeStringField("host", entry.host);
            out.writeStringField("operation", entry.operation);
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  public static AclNode decode(byte[] data) {
    List<Entry> entries = new ArrayList<>();
    for (NodeJson item : NodeJson.read("ACL", data).objects("acls")) {
      entries.add(
          new Entry(
              item.text("principal_type"),
              item.text("principal_name"),
              item.text("permission_type"),
              item.text("host"),
              item.text("operation")));
    }
    return new AclNode(entries);
  }

  /** One permission; all members are names as stored. Immutable. */
  public static final class Entry {
    private final String principalType;
    private final String principalName;
    private final String permissionType;
    private final String host;
    private final String operation;

    public Entry(
        String principalType,
        String principalName,
        String permissionType,
        String host,
        String operation) {
      this.principalType = principalType;
      this.principalName = principalName;
      this.permissionType = permissionType;
      this.host = host;
      this.operation = operation;
    }

    public String principalType() {
      return principalType;
    }

    public String principalName() {
      return principalName;
    }

    public String permissionType() {
      return permissionType;
    }

    public String host() {
      return host;
    }

    public String operation() {
      return operation;
    }
  }
}
