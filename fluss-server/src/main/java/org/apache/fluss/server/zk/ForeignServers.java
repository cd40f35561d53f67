// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.fluss.exception.IllegalConfigurationException;

/**
 * Servers of Apache Fluss 0.9 must not serve one cluster together with these: their epochs mean
 * less, so together they could lose data. A cluster is taken over by stopping all of them first.
 */
public final class ForeignServers {
  private ForeignServers() {}

  /**
   * @throws IllegalConfigurationException while a server of another software is registered
   */
  public static void refuse(MetadataStore store) {
    List<String> foreign = new ArrayList<>();
    store
        .get(CoordinatorNode.PATH)
        .map(node -> CoordinatorNode.decode(node.data()))
        .filter(node -> node.build() == null)
        .ifPresent(node -> foreign.add("coordinator at " + node.endpoints()));
    Map<String, StoredNode> servers =
        store.getAll(
            store.children(TabletServerNode.PARENT).stream()
                .map(id -> TabletServerNode.PARENT + "/" + id)
                .collect(Collectors.toList()));
    servers.forEach(
        (path, stored) -> {
          TabletServerNode node = TabletServerNode.decode(stored.data());
          if (node.build() == null) {
            String id = path.substring(TabletServerNode.PARENT.length() + 1);
            foreign.add("tablet server " + id + " at " + node.endpoints());
          }
        });
    if (!foreign.isEmpty()) {
      throw new IllegalConfigurationException(
          "Servers of another Fluss are running in this cluster: "
              + foreign
              + ". Stop all of them before starting this one; their data and metadata are taken"
              + " over.");
    }
  }
}
