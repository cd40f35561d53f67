// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A tree of small nodes kept by a quorum: what the servers need of ZooKeeper. Paths start with a
 * slash and are relative to the cluster's root. Every method blocks until the store answered or
 * gave up, throws {@link MetadataStoreException}, and may be called from any thread.
 */
public interface MetadataStore extends AutoCloseable {
  /** The largest number of steps one transaction may have. */
  int MAX_TRANSACTION_OPS = 1024;

  /** Reads one node; empty when it does not exist. */
  Optional<StoredNode> get(String path);

  /** Reads many nodes, pipelined. Missing ones are left out; the order is the given one. */
  Map<String, StoredNode> getAll(Collection<String> paths);

  /** The names of a node's children, unordered; empty when the node does not exist. */
  List<String> children(String path);

  /** The children of many nodes, pipelined; a missing node has none. */
  Map<String, List<String>> childrenOfAll(Collection<String> paths);

  /**
   * Applies all steps or none. At most {@link #MAX_TRANSACTION_OPS}; an empty list does nothing.
   */
  void transact(List<NodeOp> ops);

  /** Creates the persistent node and its missing parents, all without content, if it is missing. */
  void ensure(String path);

  /** Deletes a node and all below it, children first. Missing nodes are fine. Not atomic. */
  void deleteRecursively(String path);

  /**
   * Runs the callback, on a thread of the store, soon after children of the node were created or
   * deleted, and after a reconnect that may have hidden such a change. The node may be missing.
   *
   * @return ends the watch
   */
  Watch watchChildren(String path, Runnable onChange);

  /** Runs the callback when a new session replaced one that ended. */
  Watch watchSession(Runnable onNewSession);

  /** The session's id, to compare with {@link StoredNode#ephemeralOwner()}. */
  long sessionId();

  @Override
  void close();

  /** A running watch. */
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }
}
