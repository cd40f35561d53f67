// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.fluss.client.admin.FlussAdmin;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.metrics.WriterMetricGroup;
import org.apache.fluss.client.testutils.FakeCluster;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.InvalidPartitionException;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.metrics.registry.NoMetricRegistry;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.SystemClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records for partitions that do not exist. */
class PartitionCreationTest {
  private static final TablePath DAYS = TablePath.of("db", "days");

  private final FakeCluster cluster = new FakeCluster();
  private final TableInfo log = cluster.createTable(Tables.LOG, Tables.log(1));
  private final TableInfo days =
      cluster.createTable(
          DAYS,
          TableDescriptor.builder()
              .schema(
                  org.apache.fluss.metadata.Schema.newBuilder()
                      .column("id", DataTypes.INT())
                      .column("day", DataTypes.STRING())
                      .build())
              .partitionedBy("day")
              .distributedBy(1)
              .build());
  private WriterClient writer;

  private void start(boolean create) {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", "localhost:1");
    conf.setString("client.writer.dynamic-create-partition.enabled", String.valueOf(create));
    MetadataUpdater metadata = cluster.metadata(conf);
    cluster.intercept(
        ApiKeys.GET_METADATA,
        request ->
            ((MetadataRequest) request).getPartitionsPathCount() == 0
                ? null
                : CompletableFuture.failedFuture(Errors.PARTITION_NOT_EXISTS.exception()));
    writer =
        new WriterClient(
            conf,
            metadata,
            new FlussAdmin(cluster, metadata),
            new WriterMetricGroup(new ClientMetricGroup(NoMetricRegistry.INSTANCE, "")),
            SystemClock.getInstance(),
            task -> {
              Thread thread = new Thread(task, "test-sender");
              thread.setDaemon(true);
              return thread;
            });
  }

  @AfterEach
  void close() {
    writer.close(java.time.Duration.ofMillis(1));
  }

  private CompletableFuture<String> write(TableInfo table, String partition) {
    return writer.send(
        WriteRecord.forAppend(
            table,
            PhysicalTablePath.of(table.getTablePath(), partition),
            Tables.row(1, "x"),
            null,
            null),
        (bucket, offset) -> "done");
  }

  @Test
  void isCreatedOnceHoweverManyWrite() throws Exception {
    start(true);
    List<CompletableFuture<?>> writers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      writers.add(CompletableFuture.runAsync(() -> write(days, "1")));
    }
    for (CompletableFuture<?> one : writers) {
      one.get();
    }
    assertThat(cluster.sent(ApiKeys.CREATE_PARTITION)).hasSize(1);
  }

  @Test
  void aFailedCreationFailsOnlyItsRecords() throws Exception {
    start(true);
    cluster.intercept(
        ApiKeys.CREATE_PARTITION,
        request ->
            CompletableFuture.<ApiMessage>failedFuture(
                Errors.PARTITION_SPEC_INVALID_EXCEPTION.exception()));
    CompletableFuture<String> bad = write(days, "a/b");
    assertThatThrownBy(bad::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(FlussRuntimeException.class)
        .hasCauseInstanceOf(InvalidPartitionException.class);
    assertThat(write(log, null).get()).isEqualTo("done");
    assertThatThrownBy(() -> write(days, "a/b").join()).isInstanceOf(CompletionException.class);
    writer.flush();
  }

  @Test
  void isAnErrorOfTheCallIfNotAllowed() {
    start(false);
    assertThatThrownBy(() -> write(days, "1"))
        .isInstanceOf(FlussRuntimeException.class)
        .hasCauseInstanceOf(PartitionNotExistException.class);
    assertThat(cluster.sent(ApiKeys.CREATE_PARTITION)).isEmpty();
  }
}
