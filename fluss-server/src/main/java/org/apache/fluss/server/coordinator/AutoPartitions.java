// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.fluss.config.AutoPartitionTimeUnit;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.coordinator.ClusterState.Table;
import org.apache.fluss.utils.AutoPartitionStrategy;
import org.apache.fluss.utils.PartitionUtils;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates partitions ahead of time and drops those past their retention, for tables that ask for
 * it. Daily tables are spread over the day, so that not all of them do it at midnight. Owned by the
 * coordinator's event loop.
 */
final class AutoPartitions implements Catalog.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(AutoPartitions.class);
  private static final int MAX_JITTER_MINUTES = 1380;

  private final Coordinator coordinator;
  private final Catalog catalog;
  private final DynamicConfig config;
  private final EventLoop loop;
  private final Clock clock;
  private final Random random;
  private final Map<Long, Integer> jitterMinutes = new HashMap<>();

  AutoPartitions(
      Coordinator coordinator,
      Catalog catalog,
      DynamicConfig config,
      EventLoop loop,
      Clock clock,
      Random random) {
    this.coordinator = coordinator;
    this.catalog = catalog;
    this.config = config;
    this.loop = loop;
    this.clock = clock;
    this.random = random;
  }

  /** Looks at all tables now, and from then on in intervals. */
  void start() {
    for (Table table : new ArrayList<>(coordinator.state().tables())) {
      if (isAutomatic(table.info())) {
        register(table.info());
        run(table, true);
      }
    }
    scheduleNext();
  }

  private void scheduleNext() {
    loop.schedule(
        config.current().get(ConfigOptions.AUTO_PARTITION_CHECK_INTERVAL).toMillis(),
        () -> {
          scheduleNext();
          for (Table table : new ArrayList<>(coordinator.state().tables())) {
            if (jitterMinutes.containsKey(table.info().getTableId())) {
              run(table, true);
            }
          }
        });
  }

  private static boolean isAutomatic(TableInfo table) {
    return table.isPartitioned()
        && table.getTableConfig().getAutoPartitionStrategy().isAutoPartitionEnabled();
  }

  private void register(TableInfo table) {
    boolean daily =
        table.getTableConfig().getAutoPartitionStrategy().timeUnit() == AutoPartitionTimeUnit.DAY;
    jitterMinutes.put(table.getTableId(), daily ? random.nextInt(MAX_JITTER_MINUTES) : 0);
  }

  @Override
  public void tableAdded(TableInfo table) {
    if (isAutomatic(table)) {
      register(table);
      coordinator.state().table(table.getTableId()).ifPresent(added -> run(added, false));
    }
  }

  @Override
  public void tableChanged(TableInfo before, TableInfo after) {
    // Its partitioning cannot be altered.
  }

  @Override
  public void tableDropped(TableInfo table) {
    jitterMinutes.remove(table.getTableId());
  }

  private void run(Table table, boolean jitter) {
    TableInfo info = table.info();
    long lateMs = jitter ? jitterMinutes.get(info.getTableId()) * 60_000L : 0;
    Plan plan =
        plan(info, new ArrayList<>(table.partitions().keySet()), clock.milliseconds() - lateMs);
    for (String name : plan.drop) {
      attempt(info, name, "dropped", () -> catalog.dropPartition(info.getTablePath(), name, true));
    }
    for (String name : plan.create) {
      attempt(
          info, name, "created", () -> catalog.createPartition(info.getTablePath(), name, true));
    }
  }

  private static void attempt(TableInfo table, String name, String what, Runnable action) {
    try {
      action.run();
      LOG.info("Partition {} of {} is {}", name, table.getTablePath(), what);
    } catch (CoordinatorReplacedException e) {
      throw e;
    } catch (ApiException e) {
      LOG.warn("Partition {} of {} is not {}", name, table.getTablePath(), what, e);
    }
  }

  /** Which partitions to create and drop. Immutable. */
  static final class Plan {
    private final List<String> create;
    private final List<String> drop;

    private Plan(List<String> create, List<String> drop) {
      this.create = create;
      this.drop = drop;
    }

    List<String> create() {
      return create;
    }

    List<String> drop() {
      return drop;
    }
  }

  /**
   * What is due at a moment. Partitions whose name is not that of a time unit were made by hand and
   * are left alone. Pure.
   *
   * @param partitions names of those that exist
   */
  static Plan plan(TableInfo table, List<String> partitions, long nowMs) {
    AutoPartitionStrategy strategy = table.getTableConfig().getAutoPartitionStrategy();
    ZonedDateTime now = Instant.ofEpochMilli(nowMs).atZone(strategy.timeZone().toZoneId());
    List<String> drop = new ArrayList<>();
    if (strategy.numToRetain() >= 0) {
      String oldest =
          PartitionUtils.generateAutoPartitionTime(
              now, -strategy.numToRetain(), strategy.timeUnit());
      for (String name : partitions) {
        String time = timeValue(table, strategy, name);
        if (isTime(time, oldest.length()) && time.compareTo(oldest) < 0) {
          drop.add(name);
        }
      }
    }
    List<String> create = new ArrayList<>();
    if (table.getPartitionKeys().size() == 1) {
      for (int offset = 0; offset < strategy.numPreCreate(); offset++) {
        String name = PartitionUtils.generateAutoPartitionTime(now, offset, strategy.timeUnit());
        if (!partitions.contains(name)) {
          create.add(name);
        }
      }
    }
    return new Plan(create, drop);
  }

  private static String timeValue(TableInfo table, AutoPartitionStrategy strategy, String name) {
    List<String> keys = table.getPartitionKeys();
    int index = keys.size() == 1 ? 0 : keys.indexOf(strategy.key());
    return ResolvedPartitionSpec.fromPartitionName(keys, name).getPartitionValues().get(index);
  }

  private static boolean isTime(String value, int length) {
    return value.length() == length && value.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
