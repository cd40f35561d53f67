// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.FencedTieringEpochException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.coordinator.ClusterState.Table;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.LakeTableNode;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.server.zk.TableAssignmentNode;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which lake table is to be tiered next, and by whom. A table waits until its freshness is used up,
 * then is leased to the runner that asks; a lease without heartbeat is given to another. Each lease
 * has a higher epoch than all before it, also across restarts: it is persisted before it is handed
 * out. Owned by the coordinator's event loop.
 */
final class LakeTiering implements Catalog.Listener {
  private static final long MIN_LEASE_TIMEOUT_MS = 1_000;
  private static final long MAX_CHECK_INTERVAL_MS = 15_000;

  private static final Logger LOG = LoggerFactory.getLogger(LakeTiering.class);

  private final Coordinator coordinator;
  private final EventLoop loop;
  private final Clock clock;
  private final long leaseTimeoutMs;
  private final Map<Long, LakeTable> tables = new HashMap<>();
  private final Deque<Long> pending = new ArrayDeque<>();

  private enum State {
    SCHEDULED,
    PENDING,
    TIERING
  }

  private static final class LakeTable {
    private TableInfo info;
    private State state = State.SCHEDULED;
    private long lastTieredMs;
    private long epoch;
    private long heartbeatMs;
    private EventLoop.Timer timer;

    /** Loaded at a restart, when a lease of the last epoch may still be held. */
    private boolean recovered;

    LakeTable(TableInfo info, long lastTieredMs, long epoch, boolean recovered) {
      this.info = info;
      this.lastTieredMs = lastTieredMs;
      this.epoch = epoch;
      this.recovered = recovered;
    }
  }

  /** A table leased to a runner. Immutable. */
  static final class Lease {
    private final long tableId;
    private final TablePath path;
    private final long epoch;

    private Lease(long tableId, TablePath path, long epoch) {
      this.tableId = tableId;
      this.path = path;
      this.epoch = epoch;
    }

    long tableId() {
      return tableId;
    }

    TablePath path() {
      return path;
    }

    long epoch() {
      return epoch;
    }
  }

  /**
   * @param leaseTimeout how long a lease lives without heartbeat
   * @throws IllegalConfigurationException if that is too short for any runner
   */
  LakeTiering(Coordinator coordinator, EventLoop loop, Clock clock, Duration leaseTimeout) {
    this.coordinator = coordinator;
    this.loop = loop;
    this.clock = clock;
    this.leaseTimeoutMs = leaseTimeout.toMillis();
    if (leaseTimeoutMs < MIN_LEASE_TIMEOUT_MS) {
      throw new IllegalConfigurationException(
          ConfigOptions.LAKE_TIERING_LEASE_TIMEOUT.key()
              + " is "
              + leaseTimeoutMs
              + " ms, shorter than runners can report. Set at least 1 s.");
    }
  }

  /** Takes over the tables that are there. */
  void start() {
    List<TableInfo> enabled = new ArrayList<>();
    List<String> paths = new ArrayList<>();
    for (Table table : coordinator.state().tables()) {
      if (isEnabled(table.info())) {
        enabled.add(table.info());
        paths.add(LakeTableNode.path(table.info().getTableId()));
        paths.add(CounterNode.tieringEpochs(table.info().getTableId()).path());
      }
    }
    Map<String, StoredNode> nodes = coordinator.store().reads().getAll(paths);
    for (TableInfo table : enabled) {
      StoredNode lake = nodes.get(LakeTableNode.path(table.getTableId()));
      long lastTieredMs = lake == null ? table.getCreatedTime() : lake.modifiedTimeMs();
      add(table, Math.min(lastTieredMs, clock.milliseconds()), epoch(nodes, table), true);
    }
    scheduleCheck();
  }

  private static long epoch(Map<String, StoredNode> nodes, TableInfo table) {
    StoredNode node = nodes.get(CounterNode.tieringEpochs(table.getTableId()).path());
    return node == null ? 0 : CounterNode.decode(node.data());
  }

  int count() {
    return tables.size();
  }

  private static boolean isEnabled(TableInfo table) {
    return table.getTableConfig().isDataLakeEnabled();
  }

  private void add(TableInfo info, long lastTieredMs, long epoch, boolean recovered) {
    LakeTable table = new LakeTable(info, lastTieredMs, epoch, recovered);
    tables.put(info.getTableId(), table);
    schedule(table);
  }

  private void remove(long tableId) {
    LakeTable removed = tables.remove(tableId);
    if (removed != null && removed.timer != null) {
      removed.timer.cancel();
    }
    pending.remove(tableId);
  }

  private void schedule(LakeTable table) {
    table.state = State.SCHEDULED;
    if (table.timer != null) {
      table.timer.cancel();
    }
    long dueMs = table.lastTieredMs + table.info.getTableConfig().getDataLakeFreshness().toMillis();
    table.timer =
        loop.schedule(
            Math.max(0, dueMs - clock.milliseconds()),
            () -> {
              if (tables.get(table.info.getTableId()) == table && table.state == State.SCHEDULED) {
                enqueue(table);
              }
            });
  }

  private void enqueue(LakeTable table) {
    if (table.timer != null) {
      table.timer.cancel();
      table.timer = null;
    }
    table.recovered = false;
    table.state = State.PENDING;
    table.epoch++;
    pending.add(table.info.getTableId());
  }

  private void scheduleCheck() {
    loop.schedule(
        Math.min(MAX_CHECK_INTERVAL_MS, leaseTimeoutMs / 4),
        () -> {
          scheduleCheck();
          long oldest = clock.milliseconds() - leaseTimeoutMs;
          for (LakeTable table : new ArrayList<>(tables.values())) {
            if (table.state == State.TIERING && table.heartbeatMs <= oldest) {
              LOG.warn("Nobody reports on tiering {}; it is up again", table.info.getTablePath());
              enqueue(table);
            }
          }
        });
  }

  // --- tables --------------------------------------------------------------------------------

  @Override
  public void tableAdded(TableInfo table) {
    if (isEnabled(table)) {
      add(table, clock.milliseconds(), 0, false);
    }
  }

  @Override
  public void tableChanged(TableInfo before, TableInfo after) {
    LakeTable table = tables.get(after.getTableId());
    if (!isEnabled(after)) {
      remove(after.getTableId());
    } else if (table == null) {
      long epoch =
          coordinator
              .store()
              .reads()
              .get(CounterNode.tieringEpochs(after.getTableId()).path())
              .map(node -> CounterNode.decode(node.data()))
              .orElse(0L);
      add(after, clock.milliseconds(), epoch, false);
    } else {
      table.info = after;
      boolean sameFreshness =
          before
              .getTableConfig()
              .getDataLakeFreshness()
              .equals(after.getTableConfig().getDataLakeFreshness());
      if (table.state == State.SCHEDULED && !sameFreshness) {
        schedule(table);
      }
    }
  }

  @Override
  public void tableDropped(TableInfo table) {
    remove(table.getTableId());
  }

  // --- runners -------------------------------------------------------------------------------

  /** The runner is still at it. */
  void renew(long tableId, int coordinatorEpoch, long epoch) {
    LakeTable table = leased(tableId, coordinatorEpoch, epoch);
    if (table.state == State.SCHEDULED && table.recovered) {
      // The lease was handed out before this coordinator started.
      table.timer.cancel();
      table.recovered = false;
      table.state = State.TIERING;
    }
    if (table.state != State.TIERING) {
      throw new IllegalStateException(
          "Table " + table.info.getTablePath() + " is not being tiered.");
    }
    table.heartbeatMs = clock.milliseconds();
  }

  /**
   * The runner is done.
   *
   * @param forced it stopped early, and wants to go on at once
   */
  void finished(long tableId, int coordinatorEpoch, long epoch, boolean forced) {
    LakeTable table = leased(tableId, coordinatorEpoch, epoch);
    if (table.state != State.TIERING && !table.recovered) {
      LOG.warn("{} finished tiering {}, which was not under way", epoch, table.info.getTablePath());
      return;
    }
    table.recovered = false;
    table.lastTieredMs = clock.milliseconds();
    if (forced) {
      enqueue(table);
    } else {
      schedule(table);
    }
  }

  /** The runner gave up. */
  void failed(long tableId, int coordinatorEpoch, long epoch) {
    LakeTable table = leased(tableId, coordinatorEpoch, epoch);
    if (table.state == State.TIERING || table.recovered) {
      enqueue(table);
    }
  }

  private LakeTable leased(long tableId, int coordinatorEpoch, long epoch) throws ApiException {
    if (coordinatorEpoch != Coordinator.WIRE_EPOCH) {
      throw new InvalidCoordinatorException(
          "The coordinator epoch is "
              + Coordinator.WIRE_EPOCH
              + ", not "
              + coordinatorEpoch
              + ": another coordinator is meant.");
    }
    LakeTable table = tables.get(tableId);
    if (table == null) {
      throw new TableNotExistException("No table with the id " + tableId + " is to be tiered.");
    }
    if (table.epoch != epoch) {
      throw fenced(table, epoch);
    }
    return table;
  }

  private static FencedTieringEpochException fenced(LakeTable table, long epoch) {
    return new FencedTieringEpochException(
        "Tiering "
            + table.info.getTablePath()
            + " is at epoch "
            + table.epoch
            + ", not "
            + epoch
            + ": it was given to another runner.");
  }

  /**
   * Refuses what was done under a lease that is over.
   *
   * @throws FencedTieringEpochException if the table was handed out, or queued, again since
   */
  void ensureNotOver(long tableId, long epoch) {
    LakeTable table = tables.get(tableId);
    if (table != null && epoch < table.epoch) {
      throw fenced(table, epoch);
    }
  }

  /** The table that waits longest, leased to the caller; empty when none waits. */
  Optional<Lease> lease() {
    Long id = pending.peek();
    if (id == null) {
      return Optional.empty();
    }
    LakeTable table = tables.get(id);
    CounterNode epochs = CounterNode.tieringEpochs(id);
    List<NodeOp> ops = new ArrayList<>();
    if (coordinator.store().reads().get(epochs.path()).isPresent()) {
      ops.add(NodeOp.set(epochs.path(), CounterNode.encode(table.epoch)));
    } else {
      ops.addAll(NodeTree.creation(coordinator.store().reads(), TableAssignmentNode.path(id)));
      ops.add(NodeOp.create(epochs.path(), CounterNode.encode(table.epoch)));
    }
    coordinator.store().transact(ops);
    pending.remove();
    table.state = State.TIERING;
    table.heartbeatMs = clock.milliseconds();
    return Optional.of(new Lease(id, table.info.getTablePath(), table.epoch));
  }
}
