// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.List;
import org.apache.fluss.cluster.Endpoint;

/**
 * {@code /coordinators/active}: the address of the serving coordinator. Ephemeral, so it is also
 * the lock that keeps a second coordinator out. Immutable.
 */
public final class CoordinatorNode {
  public static final String PARENT = "/coordinators";
  public static final String PATH = PARENT + "/active";

  /**
   * Raised by every coordinator that takes over, and checked by every write of a coordinator, so
   * that a replaced one can write no more. Its content stays "0", the coordinator epoch on the
   * wire, until an operator declares the way back to a peer coordinator closed; what fences is the
   * node's version.
   */
  public static final String EPOCH_PATH = PARENT + "/epoch";

  private static final int VERSION = 2;

  private final String id;
  private final List<Endpoint> endpoints;
  private final String build;

  public CoordinatorNode(String id, List<Endpoint> endpoints, String build) {
    this.id = id;
    this.endpoints = Collections.unmodifiableList(endpoints);
    this.build = build;
  }

  /** A random UUID per process start. */
  public String id() {
    return id;
  }

  /** Advertised addresses in bind order. */
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  /** Version of the software that wrote the node, null when that was the peer. */
  public String build() {
    return build;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeStringField("id", id);
          out.writeStringField("listeners", Endpoint.toListenersString(endpoints));
          if (build != null) {
            out.writeStringField(TabletServerNode.BUILD, build);
          }
        });
  }

  public static CoordinatorNode decode(byte[] data) {
    NodeJson json = NodeJson.read("coordinator address", data);
    List<Endpoint> endpoints =
        json.version() == 1
            ? List.of(new Endpoint(json.text("host"), json.intValue("port"), "CLIENT"))
            : Endpoint.fromListenersString(json.text("listeners"));
    return new CoordinatorNode(
        json.text("id"), endpoints, json.optionalText(TabletServerNode.BUILD));
  }
}
