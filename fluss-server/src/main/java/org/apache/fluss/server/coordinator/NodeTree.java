// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.NodeOp;

/** Subtrees of the metadata store. */
final class NodeTree {
  private NodeTree() {}

  /** The steps that delete a node and all below it, children first; none when it is missing. */
  static List<NodeOp> deletion(MetadataStore store, String path) {
    List<NodeOp> ops = new ArrayList<>();
    if (store.get(path).isPresent()) {
      add(store, path, ops);
    }
    return ops;
  }

  private static void add(MetadataStore store, String path, List<NodeOp> out) {
    for (String child : store.children(path)) {
      add(store, path + "/" + child, out);
    }
    out.add(NodeOp.delete(path));
  }

  /** The steps that create a node without content and its parents, those that are missing. */
  static List<NodeOp> creation(MetadataStore store, String path) {
    List<NodeOp> ops = new ArrayList<>();
    for (int slash = path.indexOf('/', 1); ; slash = path.indexOf('/', slash + 1)) {
      String prefix = slash < 0 ? path : path.substring(0, slash);
      if (!ops.isEmpty() || !store.get(prefix).isPresent()) {
        ops.add(NodeOp.create(prefix));
      }
      if (slash < 0) {
        return ops;
      }
    }
  }
}
