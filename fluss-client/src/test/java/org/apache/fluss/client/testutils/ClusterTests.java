// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.testutils;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.ScanRecords;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.tablet.LocalCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests over the network against real servers in this process; each test has a table's name. */
@Timeout(120)
public abstract class ClusterTests {
  protected static final String DATABASE = "fluss";
  protected static final Duration LONG = Duration.ofSeconds(60);

  @TempDir static Path directory;
  protected static LocalCluster cluster;

  private final List<Connection> connections = new ArrayList<>();
  protected Connection connection;
  protected Admin admin;
  protected TablePath path;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = new LocalCluster(directory, 0);
    cluster.settings = conf -> conf.set(ConfigOptions.KV_SNAPSHOT_INTERVAL, Duration.ofMillis(200));
    cluster.startTabletServer(0);
    cluster.startTabletServer(1);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @BeforeEach
  void connect(TestInfo test) {
    connection = connection(cluster.bootstrapServers());
    admin = connection.getAdmin();
    path = TablePath.of(DATABASE, test.getDisplayName().replaceAll("\\W", ""));
  }

  @AfterEach
  void disconnect() throws Exception {
    for (Connection one : connections) {
      one.close();
    }
  }

  protected Connection connection(String bootstrapServers, String... options) {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", bootstrapServers);
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    Connection made = ConnectionFactory.createConnection(conf);
    connections.add(made);
    return made;
  }

  protected Table create(TableDescriptor descriptor) {
    admin.createTable(path, descriptor, false).join();
    return connection.getTable(path);
  }

  protected static List<ScanRecord> read(LogScanner scanner, int count) {
    List<ScanRecord> records = new ArrayList<>();
    while (records.size() < count) {
      ScanRecords more = scanner.poll(LONG);
      assertThat(more.isEmpty()).as("records behind " + records.size()).isFalse();
      more.forEach(records::add);
    }
    assertThat(records).hasSize(count);
    return records;
  }

  protected static List<ScanRecord> readAll(Table table, int count) throws Exception {
    try (LogScanner scanner = table.newScan().createLogScanner()) {
      for (int bucket = 0; bucket < table.getTableInfo().getNumBuckets(); bucket++) {
        scanner.subscribeFromBeginning(bucket);
      }
      return read(scanner, count);
    }
  }

  protected static Throwable failure(CompletableFuture<?> future) {
    try {
      future.join();
    } catch (CompletionException e) {
      return e.getCause();
    }
    throw new AssertionError("no failure");
  }
}
