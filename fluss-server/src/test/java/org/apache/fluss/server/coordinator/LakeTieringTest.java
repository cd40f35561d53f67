// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FencedTieringEpochException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.ManualEventLoop;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.ServerInfo;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.DatabaseNode;
import org.apache.fluss.server.zk.InMemoryMetadataStore;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leases of lake tables, on manual time and a store in memory. */
class LakeTieringTest {
  private static final TablePath TABLE = TablePath.of("db", "t");
  private static final long FRESHNESS_MS = 180_000;
  private static final Duration LEASE = ConfigOptions.LAKE_TIERING_LEASE_TIMEOUT.defaultValue();

  private final ManualClock clock = new ManualClock(1_000_000);
  private final InMemoryMetadataStore store = new InMemoryMetadataStore(clock);
  private ManualEventLoop loop;
  private Coordinator coordinator;
  private Catalog catalog;
  private LakeTiering tiering;

  @BeforeEach
  void start() {
    loop = new ManualEventLoop(clock);
    FencedStore fenced = new FencedStore(store);
    fenced.takeOver();
    coordinator =
        new Coordinator(
            loop,
            fenced,
            new MetadataCache(),
            "FLUSS",
            server -> {
              throw new AssertionError("there are no servers");
            },
            new RemoteDirectories(new RemotePaths(new FsPath("/nowhere")), Runnable::run),
            failure -> {
              throw new AssertionError(failure);
            });
    catalog =
        new Catalog(coordinator, new DynamicConfig(new Configuration()), clock, new Random(1));
    tiering = new LakeTiering(coordinator, loop, clock, LEASE);
    catalog.addListener(tiering);
    ServerInfo self = new ServerInfo(0, ServerType.COORDINATOR, null, List.of());
    CompletableFuture<Void> started =
        coordinator.start(self, ClusterLoader.load(store), tiering::start);
    loop.run();
    started.join();
  }

  private void createTable(String... properties) {
    catalog.createDatabase("db", DatabaseNode.of(DatabaseDescriptor.EMPTY, 0), true);
    TableDescriptor.Builder table =
        TableDescriptor.builder()
            .schema(Schema.newBuilder().column("id", DataTypes.INT()).build())
            .distributedBy(1)
            .property("table.replication.factor", "1")
            .property("table.datalake.enabled", "true");
    for (int i = 0; i < properties.length; i += 2) {
      table.property(properties[i], properties[i + 1]);
    }
    catalog.createTable(TABLE, table.build(), Map.of(0, List.of(1)), false);
  }

  private void alter(String key, String value) {
    TableInfo table = catalog.existing(TABLE);
    TableDescriptor before = table.toTableDescriptor();
    Map<String, String> properties = new HashMap<>(before.getProperties());
    properties.put(key, value);
    assertThat(catalog.setProperties(table, before.withProperties(properties))).isTrue();
  }

  private long lease() {
    return tiering.lease().orElseThrow(() -> new AssertionError("nothing to tier")).epoch();
  }

  @Test
  void aTableIsLeasedOnceItsFreshnessIsUsedUp() {
    createTable();
    assertThat(tiering.lease()).isEmpty();
    loop.advance(FRESHNESS_MS - 1);
    assertThat(tiering.lease()).isEmpty();
    loop.advance(1);
    Optional<LakeTiering.Lease> lease = tiering.lease();
    assertThat(lease.get().epoch()).isEqualTo(1);
    assertThat(lease.get().path()).isEqualTo(TABLE);
    assertThat(tiering.lease()).isEmpty();
    tiering.finished(0, 0, 1, false);
    loop.advance(FRESHNESS_MS - 1);
    assertThat(tiering.lease()).isEmpty();
    loop.advance(1);
    assertThat(lease()).isEqualTo(2);
  }

  @Test
  void aLeaseWithoutHeartbeatGoesToAnother() {
    createTable();
    loop.advance(FRESHNESS_MS);
    assertThat(lease()).isEqualTo(1);
    loop.advance(100_000);
    tiering.renew(0, 0, 1);
    loop.advance(119_000);
    assertThat(tiering.lease()).isEmpty();
    loop.advance(16_000);
    assertThat(lease()).isEqualTo(2);
    assertThatThrownBy(() -> tiering.finished(0, 0, 1, false))
        .isInstanceOf(FencedTieringEpochException.class);
    assertThatThrownBy(() -> tiering.renew(0, 0, 1))
        .isInstanceOf(FencedTieringEpochException.class);
    tiering.renew(0, 0, 2);
  }

  @Test
  void theLeaseIsAsLongAsTheOptionSays() {
    createTable();
    tiering = new LakeTiering(coordinator, loop, clock, Duration.ofSeconds(8));
    tiering.start();
    loop.advance(FRESHNESS_MS);
    assertThat(lease()).isEqualTo(1);
    loop.advance(7_000);
    assertThat(tiering.lease()).isEmpty();
    loop.advance(3_000);
    assertThat(lease()).isEqualTo(2);
    assertThatThrownBy(() -> new LakeTiering(coordinator, loop, clock, Duration.ofMillis(999)))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("lake.tiering.lease-timeout");
  }

  @Test
  void failureAndForceBringTheTableBackAtOnce() {
    createTable();
    loop.advance(FRESHNESS_MS);
    assertThat(lease()).isEqualTo(1);
    tiering.failed(0, 0, 1);
    assertThat(lease()).isEqualTo(2);
    tiering.finished(0, 0, 2, true);
    assertThat(lease()).isEqualTo(3);
  }

  @Test
  void othersAreRefused() {
    createTable();
    loop.advance(FRESHNESS_MS);
    assertThat(lease()).isEqualTo(1);
    assertThatThrownBy(() -> tiering.renew(0, 3, 1))
        .isInstanceOf(InvalidCoordinatorException.class);
    assertThatThrownBy(() -> tiering.renew(9, 0, 1)).isInstanceOf(TableNotExistException.class);
    tiering.finished(0, 0, 1, false);
    assertThatThrownBy(() -> tiering.renew(0, 0, 1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aDisabledOrDroppedTableIsLeftAlone() {
    createTable();
    loop.advance(FRESHNESS_MS);
    alter("table.datalake.enabled", "false");
    assertThat(tiering.lease()).isEmpty();
    assertThatThrownBy(() -> tiering.failed(0, 0, 1)).isInstanceOf(TableNotExistException.class);
    alter("table.datalake.enabled", "true");
    loop.advance(FRESHNESS_MS);
    catalog.dropTable(TABLE, false);
    assertThat(tiering.lease()).isEmpty();
  }

  @Test
  void aLowerFreshnessTakesEffectAtOnce() {
    createTable();
    loop.advance(60_000);
    alter("table.datalake.freshness", "1 min");
    loop.advance(0);
    assertThat(lease()).isEqualTo(1);
  }

  @Test
  void epochsGoOnAfterARestart() {
    createTable();
    loop.advance(FRESHNESS_MS);
    assertThat(lease()).isEqualTo(1);
    assertThat(store.get(CounterNode.tieringEpochs(0).path()).get().data())
        .isEqualTo(CounterNode.encode(1));
    start();
    // Its runner is still at it, and may go on.
    tiering.renew(0, 0, 1);
    tiering.finished(0, 0, 1, false);
    loop.advance(FRESHNESS_MS);
    assertThat(lease()).isEqualTo(2);
  }

  @Test
  void aRunnerThatDiedWithTheCoordinatorIsReplaced() {
    createTable();
    loop.advance(FRESHNESS_MS);
    assertThat(lease()).isEqualTo(1);
    start();
    loop.advance(FRESHNESS_MS);
    assertThat(lease()).isEqualTo(2);
    assertThatThrownBy(() -> tiering.finished(0, 0, 1, false))
        .isInstanceOf(FencedTieringEpochException.class);
  }
}
