// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.fluss.cluster.rebalance.ServerTag;

/** {@code /tabletservers/server_tags}: tags of tablet servers; absent without tags. Immutable. */
public final class ServerTagsNode {
  public static final String PATH = "/tabletservers/server_tags";

  private static final int VERSION = 1;

  private final Map<Integer, ServerTag> tags;

  public ServerTagsNode(Map<Integer, ServerTag> tags) {
    this.tags = Collections.unmodifiableMap(tags);
  }

  public Map<Integer, ServerTag> tags() {
    return tags;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeObjectFieldStart("server_tags");
          for (Map.Entry<Integer, ServerTag> entry : tags.entrySet()) {
            out.writeNumberField(entry.getKey().toString(), entry.getValue().value);
          }
          out.writeEndObject();
        });
  }

  public static ServerTagsNode decode(byte[] data) {
    NodeJson json = NodeJson.read("server tags", data);
    Map<Integer, ServerTag> tags = new LinkedHashMap<>();
    for (Map.Entry<Integer, Integer> entry : json.intMap("server_tags").entrySet()) {
      tags.put(entry.getKey(), tag(json, entry.getValue()));
    }
    return new ServerTagsNode(tags);
  }

  private static ServerTag tag(NodeJson json, int code) {
    for (ServerTag tag : ServerTag.values()) {
      if (tag.value == code) {
        return tag;
      }
    }
    throw json.corrupt("unknown tag " + code);
  }
}
