// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;

/** A live server with its address on every listener. Immutable. */
public final class ServerInfo {
  /** The id every coordinator has in metadata. */
  public static final int COORDINATOR_ID = 0;

  private final int id;
  private final ServerType type;
  private final String rack;
  private final List<Endpoint> endpoints;

  /**
   * @param rack null when unknown, always null for a coordinator
   */
  public ServerInfo(int id, ServerType type, String rack, List<Endpoint> endpoints) {
    this.id = id;
    this.type = type;
    this.rack = rack;
    this.endpoints = Collections.unmodifiableList(endpoints);
  }

  public int id() {
    return id;
  }

  public ServerType type() {
    return type;
  }

  /** Null when unknown. */
  public String rack() {
    return rack;
  }

  /** In bind order. */
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  /** The server as a client of that listener sees it; empty when it does not have the listener. */
  public Optional<ServerNode> node(String listener) {
    return endpoints.stream()
        .filter(endpoint -> endpoint.getListenerName().equals(listener))
        .findFirst()
        .map(endpoint -> new ServerNode(id, endpoint.getHost(), endpoint.getPort(), type, rack));
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof ServerInfo)) {
      return false;
    }
    ServerInfo that = (ServerInfo) o;
    return id == that.id
        && type == that.type
        && Objects.equals(rack, that.rack)
        && endpoints.equals(that.endpoints);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, type, rack, endpoints);
  }

  @Override
  public String toString() {
    return type + " " + id + " at " + endpoints;
  }
}
