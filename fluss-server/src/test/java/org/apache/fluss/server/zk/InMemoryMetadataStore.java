// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.fluss.server.zk.MetadataStoreException.Reason;
import org.apache.fluss.utils.clock.Clock;

/**
 * The metadata store's twin for tests: the same contract in a map. Several sessions can share one
 * tree; watches run on the thread of the change, after it.
 */
public final class InMemoryMetadataStore implements MetadataStore {
  private final Tree tree;
  private final long session;
  private final List<Runnable> sessionWatches = new CopyOnWriteArrayList<>();

  public InMemoryMetadataStore(Clock clock) {
    this(new Tree(clock));
  }

  private InMemoryMetadataStore(Tree tree) {
    this.tree = tree;
    this.session = tree.newSession();
  }

  /** Another session on the same tree. */
  public InMemoryMetadataStore newSession() {
    return new InMemoryMetadataStore(tree);
  }

  /** All paths with their content as text, for tests that compare trees. */
  public Map<String, byte[]> dump() {
    synchronized (tree) {
      Map<String, byte[]> out = new TreeMap<>();
      tree.nodes.forEach((path, node) -> out.put(path, node.data));
      return out;
    }
  }

  /** Ends this session: its ephemeral nodes vanish, and a new session begins at once. */
  public void expireSession() {
    tree.endSession(session);
    sessionWatches.forEach(Runnable::run);
  }

  @Override
  public Optional<StoredNode> get(String path) {
    synchronized (tree) {
      return Optional.ofNullable(tree.nodes.get(path)).map(node -> node.stored(tree.count(path)));
    }
  }

  @Override
  public Map<String, StoredNode> getAll(Collection<String> paths) {
    Map<String, StoredNode> out = new LinkedHashMap<>();
    paths.forEach(path -> get(path).ifPresent(node -> out.put(path, node)));
    return out;
  }

  @Override
  public List<String> children(String path) {
    synchronized (tree) {
      return tree.children(path);
    }
  }

  @Override
  public Map<String, List<String>> childrenOfAll(Collection<String> paths) {
    Map<String, List<String>> out = new LinkedHashMap<>();
    paths.forEach(path -> out.put(path, children(path)));
    return out;
  }

  @Override
  public void transact(List<NodeOp> ops) {
    if (ops.size() > MAX_TRANSACTION_OPS) {
      throw new IllegalArgumentException(ops.size() + " steps in one transaction");
    }
    tree.apply(ops, session);
  }

  @Override
  public void ensure(String path) {
    List<NodeOp> ops = new ArrayList<>();
    synchronized (tree) {
      for (int slash = path.indexOf('/', 1); ; slash = path.indexOf('/', slash + 1)) {
        String prefix = slash < 0 ? path : path.substring(0, slash);
        if (!tree.nodes.containsKey(prefix)) {
          ops.add(NodeOp.create(prefix));
        }
        if (slash < 0) {
          break;
        }
      }
      tree.apply(ops, session);
    }
  }

  @Override
  public void deleteRecursively(String path) {
    for (String child : children(path)) {
      deleteRecursively(path + "/" + child);
    }
    if (get(path).isPresent()) {
      transact(List.of(NodeOp.delete(path)));
    }
  }

  @Override
  public Watch watchChildren(String path, Runnable onChange) {
    ChildWatch watch = new ChildWatch(path, onChange);
    tree.watches.add(watch);
    return () -> tree.watches.remove(watch);
  }

  @Override
  public Watch watchSession(Runnable onNewSession) {
    sessionWatches.add(onNewSession);
    return () -> sessionWatches.remove(onNewSession);
  }

  @Override
  public long sessionId() {
    return session;
  }

  @Override
  public void close() {
    tree.endSession(session);
  }

  private static final class ChildWatch {
    private final String parent;
    private final Runnable onChange;

    ChildWatch(String parent, Runnable onChange) {
      this.parent = parent;
      this.onChange = onChange;
    }
  }

  private static final class Node {
    private final byte[] data;
    private final int version;
    private final long creationId;
    private final long createdTimeMs;
    private final long modifiedTimeMs;
    private final long owner;

    Node(byte[] data, int version, long creationId, long createdMs, long modifiedMs, long owner) {
      this.data = data;
      this.version = version;
      this.creationId = creationId;
      this.createdTimeMs = createdMs;
      this.modifiedTimeMs = modifiedMs;
      this.owner = owner;
    }

    StoredNode stored(int childCount) {
      return new StoredNode(
          data, version, creationId, createdTimeMs, modifiedTimeMs, childCount, owner);
    }
  }

  private static final class Tree {
    private final Clock clock;
    private final List<ChildWatch> watches = new CopyOnWriteArrayList<>();
    private TreeMap<String, Node> nodes = new TreeMap<>();
    private long lastTransaction;
    private long lastSession;
    private long sequence;

    Tree(Clock clock) {
      this.clock = clock;
    }

    synchronized long newSession() {
      return ++lastSession;
    }

    void endSession(long session) {
      List<NodeOp> ops = new ArrayList<>();
      synchronized (this) {
        nodes.forEach(
            (path, node) -> {
              if (node.owner == session) {
                ops.add(NodeOp.delete(path));
              }
            });
      }
      apply(ops, session);
    }

    List<String> children(String path) {
      List<String> out = new ArrayList<>();
      for (String key : nodes.subMap(path + "/", path + "0").keySet()) {
        if (key.indexOf('/', path.length() + 1) < 0) {
          out.add(key.substring(path.length() + 1));
        }
      }
      return out;
    }

    int count(String path) {
      return children(path).size();
    }

    void apply(List<NodeOp> ops, long session) {
      List<String> changedParents = new ArrayList<>();
      synchronized (this) {
        TreeMap<String, Node> before = new TreeMap<>(nodes);
        lastTransaction++;
        try {
          for (NodeOp op : ops) {
            apply(op, session, changedParents);
          }
        } catch (MetadataStoreException e) {
          nodes = before;
          throw e;
        }
      }
      for (ChildWatch watch : watches) {
        if (changedParents.contains(watch.parent)) {
          watch.onChange.run();
        }
      }
    }

    private void apply(NodeOp op, long session, List<String> changedParents) {
      String parent = op.path().substring(0, op.path().lastIndexOf('/'));
      Node node = nodes.get(op.path());
      switch (op.kind()) {
        case CREATE:
        case CREATE_EPHEMERAL:
        case CREATE_SEQUENTIAL:
          if (!parent.isEmpty() && !nodes.containsKey(parent)) {
            throw new MetadataStoreException(Reason.NO_NODE, "No parent for " + op);
          }
          String path = op.path();
          if (op.kind() == NodeOp.Kind.CREATE_SEQUENTIAL) {
            path += String.format("%010d", sequence++);
          } else if (node != null) {
            throw new MetadataStoreException(Reason.NODE_EXISTS, op + " exists");
          }
          long now = clock.milliseconds();
          long owner = op.kind() == NodeOp.Kind.CREATE_EPHEMERAL ? session : 0;
          nodes.put(path, new Node(op.data(), 0, lastTransaction, now, now, owner));
          changedParents.add(parent);
          break;
        case SET:
          check(op, node);
          nodes.put(
              op.path(),
              new Node(
                  op.data(),
                  node.version + 1,
                  node.creationId,
                  node.createdTimeMs,
                  clock.milliseconds(),
                  node.owner));
          break;
        case DELETE:
          check(op, node);
          if (count(op.path()) > 0) {
            throw new MetadataStoreException(Reason.NOT_EMPTY, op + " has children");
          }
          nodes.remove(op.path());
          changedParents.add(parent);
          break;
        case CHECK:
          check(op, node);
          break;
        default:
          throw new IllegalStateException("Unknown step " + op);
      }
    }

    private static void check(NodeOp op, Node node) {
      if (node == null) {
        throw new MetadataStoreException(Reason.NO_NODE, op + " is missing");
      }
      if (op.version() != NodeOp.ANY_VERSION && op.version() != node.version) {
        throw new MetadataStoreException(Reason.BAD_VERSION, op + " has version " + node.version);
      }
    }
  }
}
