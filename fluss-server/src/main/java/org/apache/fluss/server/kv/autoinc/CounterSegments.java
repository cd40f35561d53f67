// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.autoinc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.fluss.exception.SequenceOverflowException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.server.zk.TableNode;

/**
 * The persisted counter of a column. What a request whose answer got lost took is never given: the
 * next one takes more.
 */
public final class CounterSegments implements IdSegments {
  // Buckets race for the counter, and one of them wins every time.
  private static final int MAX_TRIES = 200;

  private final MetadataStore store;
  private final Executor background;
  private final TablePath table;
  private final long tableId;
  private final CounterNode counter;

  /**
   * @param background runs what waits for the store
   */
  public CounterSegments(
      MetadataStore store, Executor background, TablePath table, long tableId, int columnId) {
    this.store = store;
    this.background = background;
    this.table = table;
    this.tableId = tableId;
    this.counter = CounterNode.autoIncrement(table, columnId);
  }

  @Override
  public CompletableFuture<Long> take(long count) {
    try {
      return CompletableFuture.supplyAsync(() -> takeNow(count), background);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private long takeNow(long count) {
    for (int attempt = 1; ; attempt++) {
      try {
        return tryTake(count);
      } catch (MetadataStoreException e) {
        boolean raced =
            e.reason() == MetadataStoreException.Reason.BAD_VERSION
                || e.reason() == MetadataStoreException.Reason.NODE_EXISTS
                || e.reason() == MetadataStoreException.Reason.NO_NODE;
        if (!raced || attempt == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  /** Never creates the table's node, which may have been dropped. */
  private long tryTake(long count) {
    String tableNode = TableNode.path(table);
    StoredNode stored =
        store
            .get(tableNode)
            .filter(node -> TableNode.decode(node.data()).tableId() == tableId)
            .orElseThrow(
                () ->
                    new UnknownTableOrBucketException(
                        "Table " + table + " with the id " + tableId + " does not exist."));
    Optional<StoredNode> current = store.get(counter.path());
    long before = current.map(node -> CounterNode.decode(node.data())).orElse(0L);
    if (before > Long.MAX_VALUE - count) {
      throw new SequenceOverflowException(
          "The auto-increment values of table " + table + " are used up at " + before + ".");
    }
    List<NodeOp> ops = new ArrayList<>();
    ops.add(NodeOp.check(tableNode, stored.version()));
    String parent = counter.path().substring(0, counter.path().lastIndexOf('/'));
    if (!current.isPresent() && !store.get(parent).isPresent()) {
      ops.add(NodeOp.create(parent));
    }
    ops.add(counter.taking(current, count));
    store.transact(ops);
    return before;
  }
}
