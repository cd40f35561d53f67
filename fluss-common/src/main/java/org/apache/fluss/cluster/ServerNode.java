// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** Address of a server on one listener. Immutable. */
@PublicEvolving
public class ServerNode {
  private final int id;
  private final String host;
  private final int port;
  private final ServerType serverType;
  private final String rack;

  /** A server whose rack is unknown. */
  public ServerNode(int id, String host, int port, ServerType serverType) {
    this(id, host, port, serverType, null);
  }

  /**
   * @param rack null if unknown
   */
  public ServerNode(int id, String host, int port, ServerType serverType, String rack) {
    this.id = id;
    this.host = host;
    this.port = port;
    this.serverType = Objects.requireNonNull(serverType, "serverType");
    this.rack = rack;
  }

  public int id() {
    return id;
  }

  public String host() {
    return host;
  }

  public int port() {
    return port;
  }

  public ServerType serverType() {
    return serverType;
  }

  /** Null if unknown. */
  public String rack() {
    return rack;
  }

  /** Name of the server among all coordinators and tablet servers. */
  public String uid() {
    return (serverType == ServerType.COORDINATOR ? "cs-" : "ts-") + id;
  }

  /** True if there is no address to connect to. */
  public boolean isEmpty() {
    return host == null || host.isEmpty() || port < 0;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    ServerNode that = (ServerNode) o;
    return id == that.id
        && Objects.equals(host, that.host)
        && port == that.port
        && serverType.equals(that.serverType)
        && Objects.equals(rack, that.rack);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, host, port, serverType, rack);
  }

  @Override
  public String toString() {
    return host + ":" + port + " (id: " + uid() + ", rack: " + rack + ")";
  }
}
