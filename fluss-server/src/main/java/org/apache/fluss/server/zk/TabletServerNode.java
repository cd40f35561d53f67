// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.List;
import org.apache.fluss.cluster.Endpoint;

/** {@code /tabletservers/ids/{serverId}}: a live tablet server, ephemeral. Immutable. */
public final class TabletServerNode {
  public static final String PARENT = "/tabletservers/ids";

  /** Member by which registrations of this software are told from the peer's. */
  static final String BUILD = "build";

  private static final int VERSION = 3;

  private final List<Endpoint> endpoints;
  private final long registerTimestampMs;
  private final String rack;
  private final String build;

  public TabletServerNode(
      List<Endpoint> endpoints, long registerTimestampMs, String rack, String build) {
    this.endpoints = Collections.unmodifiableList(endpoints);
    this.registerTimestampMs = registerTimestampMs;
    this.rack = rack;
    this.build = build;
  }

  public static String path(int serverId) {
    return PARENT + "/" + serverId;
  }

  /** Advertised addresses in bind order. */
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  public long registerTimestampMs() {
    return registerTimestampMs;
  }

  public String rack() {
    return rack;
  }

  /** Version of the software that wrote the node, null when that was the peer. */
  public String build() {
    return build;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeStringField("listeners", Endpoint.toListenersString(endpoints));
          out.writeNumberField("register_timestamp", registerTimestampMs);
          if (rack != null) {
            out.writeStringField("rack", rack);
          }
          if (build != null) {
            out.writeStringField(BUILD, build);
          }
        });
  }

  public static TabletServerNode decode(byte[] data) {
    NodeJson json = NodeJson.read("tablet server", data);
    List<Endpoint> endpoints =
        json.version() == 1
            ? List.of(new Endpoint(json.text("host"), json.intValue("port"), "FLUSS"))
            : Endpoint.fromListenersString(json.text("listeners"));
    String rack = json.version() < 3 ? null : json.optionalText("rack");
    return new TabletServerNode(
        endpoints, json.longValue("register_timestamp"), rack, json.optionalText(BUILD));
  }
}
