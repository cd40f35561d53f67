// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.cluster;

import java.util.List;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;

/** Where the cluster is that a server's configuration belongs to. */
public final class ClusterAddress {
  private ClusterAddress() {}

  /**
   * Sets {@code bootstrap.servers}, unless it is set, to the address that the configuration gives a
   * server of the cluster.
   *
   * @throws IllegalConfigurationException if there is none
   */
  public static void complete(Configuration conf) {
    if (conf.contains(ConfigOptions.BOOTSTRAP_SERVERS)) {
      return;
    }
    List<Endpoint> own;
    try {
      own = Endpoint.loadBindEndpoints(conf, ServerType.COORDINATOR);
      own = Endpoint.loadAdvertisedEndpoints(own, conf);
    } catch (IllegalArgumentException e) {
      throw new IllegalConfigurationException(
          "Set bootstrap.servers to a server of the cluster, for example localhost:9123.");
    }
    // clients come in by the listener that is not for servers among themselves, if there is one
    String internal = conf.get(ConfigOptions.INTERNAL_LISTENER_NAME);
    Endpoint chosen = own.get(0);
    for (Endpoint endpoint : own) {
      if (!endpoint.getListenerName().equals(internal)) {
        chosen = endpoint;
      }
    }
    String host = chosen.getHost();
    if (host.equals("0.0.0.0") || host.equals("::")) {
      host = "localhost";
    }
    conf.setString(
        ConfigOptions.BOOTSTRAP_SERVERS.key(),
        (host.contains(":") ? "[" + host + "]" : host) + ":" + chosen.getPort());
  }
}
