// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.fluss.server.zk.CoordinatorNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.MetadataStoreException.Reason;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.StoredNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only way a coordinator writes. Every transaction also raises the version of the epoch node,
 * expecting the one this coordinator left there: a replaced coordinator can write no more, and
 * after a connection loss the version tells whether the transaction was applied. So a transaction
 * is applied exactly once or not at all, and a caller learns which unless this coordinator is
 * replaced or stops meanwhile: see {@link #isUnclear}.
 *
 * <p>A coordinator that takes over raises the version by two, a transaction by one: the two cannot
 * be mistaken for each other. Thread-safe; transactions run one after another.
 */
final class FencedStore {
  /** Steps a caller may put into one transaction. */
  static final int MAX_OPS = MetadataStore.MAX_TRANSACTION_OPS - 2;

  private static final Logger LOG = LoggerFactory.getLogger(FencedStore.class);
  private static final int NOT_TAKEN = -1;
  private static final byte[] WIRE_EPOCH = "0".getBytes(StandardCharsets.UTF_8);

  private final MetadataStore store;
  private int version = NOT_TAKEN;
  private volatile boolean closed;

  /** Cannot write before {@link #takeOver()}. */
  FencedStore(MetadataStore store) {
    this.store = store;
  }

  /** Takes over: from here on no earlier coordinator can write. */
  synchronized void takeOver() {
    while (true) {
      store.ensure(CoordinatorNode.PARENT);
      Optional<StoredNode> node = store.get(CoordinatorNode.EPOCH_PATH);
      try {
        if (!node.isPresent()) {
          store.transact(List.of(NodeOp.create(CoordinatorNode.EPOCH_PATH, WIRE_EPOCH)));
          continue;
        }
        int before = node.get().version();
        byte[] content = node.get().data();
        store.transact(
            List.of(
                NodeOp.set(CoordinatorNode.EPOCH_PATH, content, before),
                NodeOp.set(CoordinatorNode.EPOCH_PATH, content, before + 1)));
        version = before + 2;
        return;
      } catch (MetadataStoreException e) {
        if (e.reason() != Reason.NODE_EXISTS && e.reason() != Reason.BAD_VERSION) {
          throw e;
        }
        LOG.info("Another coordinator is taking over at the same time: {}", e.getMessage());
      }
    }
  }

  /** For reading; writes that bypass the fence are wrong. */
  MetadataStore reads() {
    return store;
  }

  /**
   * Applies all steps or none, waiting for the store while it cannot be reached.
   *
   * @throws MetadataStoreException when a step failed and nothing was applied, or when this store
   *     was closed while it waited
   * @throws CoordinatorReplacedException when another coordinator has taken over, perhaps after all
   *     steps were applied
   */
  synchronized void transact(List<NodeOp> ops) {
    if (ops.isEmpty()) {
      return;
    }
    if (ops.size() > MAX_OPS) {
      throw new IllegalArgumentException(ops.size() + " steps in one transaction");
    }
    if (version == NOT_TAKEN) {
      throw new IllegalStateException("This coordinator has not taken over.");
    }
    List<NodeOp> fenced = new ArrayList<>(ops.size() + 1);
    fenced.add(NodeOp.set(CoordinatorNode.EPOCH_PATH, WIRE_EPOCH, version));
    fenced.addAll(ops);
    while (true) {
      MetadataStoreException failure;
      try {
        store.transact(fenced);
        version++;
        return;
      } catch (MetadataStoreException e) {
        failure = e;
      }
      if (isUncertain(failure)) {
        LOG.warn("Unclear whether a transaction was applied; looking again", failure);
        if (wasApplied()) {
          version++;
          return;
        }
      } else if (currentVersion() != version) {
        throw new CoordinatorReplacedException();
      } else {
        throw failure;
      }
    }
  }

  /** Whether the last transaction reached the store; waits until the store can tell. */
  private boolean wasApplied() {
    int found = currentVersion();
    if (found != version && found != version + 1) {
      throw new CoordinatorReplacedException();
    }
    return found == version + 1;
  }

  private int currentVersion() {
    while (true) {
      try {
        return store
            .get(CoordinatorNode.EPOCH_PATH)
            .map(StoredNode::version)
            .orElseThrow(CoordinatorReplacedException::new);
      } catch (MetadataStoreException e) {
        if (closed || !isUncertain(e)) {
          throw e;
        }
        // The store's own retry policy paces this loop.
        LOG.warn("Waiting for the metadata store: {}", e.getMessage());
      }
    }
  }

  /**
   * Whether the transaction that failed like this may have been applied all the same: what it
   * refers to must stay then.
   */
  static boolean isUnclear(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof CoordinatorReplacedException
        || cause instanceof MetadataStoreException && isUncertain((MetadataStoreException) cause);
  }

  private static boolean isUncertain(MetadataStoreException e) {
    return e.reason() == Reason.CONNECTION || e.reason() == Reason.SESSION_EXPIRED;
  }

  /** Ends waiting for a store that cannot be reached. */
  void close() {
    closed = true;
  }
}
