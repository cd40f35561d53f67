// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.EOFException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.writer.AppendWriter;
import org.apache.fluss.client.table.writer.UpsertResult;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.client.testutils.FakeCluster;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.exception.StaleMetadataException;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.metrics.registry.NoMetricRegistry;
import org.apache.fluss.record.DefaultKvRecordBatch;
import org.apache.fluss.record.KvRecord;
import org.apache.fluss.record.KvRecordBatch;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.PbProduceLogReqForBucket;
import org.apache.fluss.rpc.messages.PbPutKvReqForBucket;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.PutKvRequest;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole connections: how they begin, what their writers do with options and large records. */
@Timeout(60)
class ConnectionTest {
  private final FakeCluster cluster = new FakeCluster();
  private final List<Connection> connections = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    cluster.serve(ApiKeys.PRODUCE_LOG);
    for (Connection connection : connections) {
      connection.close();
    }
  }

  private Connection connection(String... options) {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", "localhost:1");
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    Connection connection =
        new FlussConnection(conf, NoMetricRegistry.INSTANCE, false, metrics -> cluster);
    connections.add(connection);
    return connection;
  }

  @Test
  void aServerThatStartsLaterIsWaitedFor() {
    AtomicInteger asked = new AtomicInteger();
    cluster.intercept(
        ApiKeys.GET_METADATA,
        request ->
            asked.incrementAndGet() < 3
                ? CompletableFuture.failedFuture(Errors.NETWORK_EXCEPTION.exception("refused"))
                : null);
    connection();
    assertThat(asked).hasValue(3);
  }

  @Test
  void aClusterWithoutTabletServersIsNoCluster() {
    cluster.intercept(
        ApiKeys.GET_METADATA,
        request -> {
          MetadataResponse answer = new MetadataResponse();
          answer.setCoordinatorServer().setNodeId(0).setHost("localhost").setPort(1);
          return CompletableFuture.<ApiMessage>completedFuture(answer);
        });
    assertThatThrownBy(this::connection)
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(StaleMetadataException.class);
    assertThat(cluster.sent(ApiKeys.GET_METADATA)).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "client.writer.acks,1",
    "client.writer.retries,0",
    "client.writer.max-inflight-requests-per-bucket,6"
  })
  void idempotenceHasItsConditions(String option, String value) {
    cluster.createTable(Tables.LOG, Tables.log(1));
    Table idempotent = connection(option, value).getTable(Tables.LOG);
    assertThatThrownBy(idempotent::newAppend)
        .isInstanceOf(FlussRuntimeException.class)
        .hasCauseInstanceOf(IllegalConfigurationException.class);
    Table other =
        connection(option, value, "client.writer.enable-idempotence", "false").getTable(Tables.LOG);
    assertThat(other.newAppend().createWriter()).isNotNull();
  }

  @Test
  void aFullBufferBlocksUntilThereIsRoom() throws Exception {
    cluster.createTable(Tables.LOG, Tables.log(1));
    cluster.hold(ApiKeys.PRODUCE_LOG);
    String[] limits = {
      "client.writer.buffer.memory-size", "256kb",
      "client.writer.batch-size", "128kb",
      "client.writer.buffer.page-size", "16kb",
      "client.writer.buffer.wait-timeout", "100ms"
    };
    AppendWriter impatient = connection(limits).getTable(Tables.LOG).newAppend().createWriter();
    assertThat(catchThrowable(() -> fill(impatient)))
        .isInstanceOf(FlussRuntimeException.class)
        .hasCauseInstanceOf(EOFException.class);

    limits[7] = "10min";
    AppendWriter patient = connection(limits).getTable(Tables.LOG).newAppend().createWriter();
    int before = cluster.sent(ApiKeys.PRODUCE_LOG).size();
    CompletableFuture<List<CompletableFuture<?>>> filling =
        CompletableFuture.supplyAsync(() -> fill(patient));
    while (cluster.sent(ApiKeys.PRODUCE_LOG).size() == before) {
      Thread.onSpinWait();
    }
    assertThat(filling).isNotDone();
    cluster.serve(ApiKeys.PRODUCE_LOG);
    for (FakeCluster.Sent sent : cluster.sent(ApiKeys.PRODUCE_LOG)) {
      sent.answer.complete(cluster.produce((ProduceLogRequest) sent.request));
    }
    for (CompletableFuture<?> one : filling.get()) {
      one.get();
    }
  }

  private static List<CompletableFuture<?>> fill(AppendWriter writer) {
    List<CompletableFuture<?>> futures = new ArrayList<>();
    String text = "x".repeat(1000);
    for (int i = 0; i < 1000; i++) {
      futures.add(writer.append(Tables.row(i, text)));
    }
    return futures;
  }

  /** Records larger than a batch go alone; larger than the buffer, nowhere. */
  @ParameterizedTest
  @ValueSource(strings = {"INDEXED", "COMPACTED", "KV"})
  void largeRecords(String layout) throws Exception {
    boolean kv = layout.equals("KV");
    TableDescriptor descriptor =
        kv
            ? Tables.keyed(1)
            : TableDescriptor.builder(Tables.log(1)).logFormat(LogFormat.valueOf(layout)).build();
    cluster.createTable(Tables.LOG, descriptor);
    AtomicInteger offset = new AtomicInteger();
    cluster.intercept(ApiKeys.PUT_KV, request -> acknowledge((PutKvRequest) request, offset));
    Connection connection =
        connection(
            "client.writer.buffer.memory-size",
            "4mb",
            "client.writer.batch-size",
            "1mb",
            "client.writer.buffer.page-size",
            "64kb");
    Table table = connection.getTable(Tables.LOG);
    AppendWriter append = kv ? null : table.newAppend().createWriter();
    UpsertWriter upsert = kv ? table.newUpsert().createWriter() : null;
    for (int i = 0; i < 70; i++) {
      write(append, upsert, i, "small").get();
    }
    ApiKeys api = kv ? ApiKeys.PUT_KV : ApiKeys.PRODUCE_LOG;
    for (int size : new int[] {700_000, 1_500_000}) {
      int before = cluster.sent(api).size();
      write(append, upsert, size, "x".repeat(size)).get();
      assertThat(cluster.sent(api)).hasSize(before + 1);
    }
    assertThatThrownBy(() -> write(append, upsert, 0, "x".repeat(5_000_000)))
        .isInstanceOf(FlussRuntimeException.class);
    write(append, upsert, 1, "small").get();
  }

  private static CompletableFuture<?> write(
      AppendWriter append, UpsertWriter upsert, int id, String text) {
    return append != null
        ? append.append(Tables.row(id, text))
        : upsert.upsert(Tables.row(id, id, text));
  }

  private static CompletableFuture<ApiMessage> acknowledge(
      PutKvRequest request, AtomicInteger offset) {
    PutKvResponse answer = new PutKvResponse();
    for (PbPutKvReqForBucket bucket : request.getBucketsReqList()) {
      PbPutKvRespForBucket one =
          answer
              .addBucketsResp()
              .setBucketId(bucket.getBucketId())
              .setLogEndOffset(offset.incrementAndGet());
      if (bucket.hasPartitionId()) {
        one.setPartitionId(bucket.getPartitionId());
      }
    }
    return CompletableFuture.completedFuture(answer);
  }

  @Test
  void upsertsOfOneBatchHaveOneEndOffset() throws Exception {
    cluster.createTable(Tables.KEYED, Tables.keyed(1));
    AtomicInteger offset = new AtomicInteger(41);
    List<CompletableFuture<ApiMessage>> held = new ArrayList<>();
    cluster.intercept(
        ApiKeys.PUT_KV,
        request -> {
          CompletableFuture<ApiMessage> answer = new CompletableFuture<>();
          acknowledge((PutKvRequest) request, offset).thenAccept(answer::complete);
          held.add(answer);
          return answer;
        });
    Connection connection = connection("client.writer.batch-timeout", "1h");
    Table table = connection.getTable(Tables.KEYED);
    UpsertWriter writer = table.newUpsert().createWriter();
    List<CompletableFuture<UpsertResult>> results = new ArrayList<>();
    CompletableFuture<UpsertResult> first = writer.upsert(Tables.row(0, 0, "first"));
    first.get();
    for (int i = 1; i < 5; i++) {
      results.add(writer.upsert(Tables.row(i, i, "x")));
    }
    writer.flush();
    assertThat(first.get().getLogEndOffset()).isEqualTo(42);
    for (CompletableFuture<UpsertResult> result : results) {
      assertThat(result.get().getBucket())
          .isEqualTo(new TableBucket(table.getTableInfo().getTableId(), 0));
    }
    assertThat(results.get(3).get().getLogEndOffset())
        .isEqualTo(results.get(2).get().getLogEndOffset());
    assertThat(writer.delete(Tables.row(9, 9, null)).get().getLogEndOffset()).isGreaterThan(42);
  }

  /** What a table is bucketed by depends on its lake. */
  @ParameterizedTest
  @CsvSource({"compacted,", "paimon,paimon", "iceberg,iceberg"})
  void rowsGoToTheBucketsOfTheirKeys(String function, String lake) throws Exception {
    JsonNode vectors = Vectors.load("formats-keys.json");
    JsonNode counts = vectors.get("bucket_counts");
    int at = 0;
    while (counts.get(at).asInt() != 16) {
      at++;
    }
    TableDescriptor.Builder descriptor =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.STRING())
                    .column("v", DataTypes.INT())
                    .build())
            .distributedBy(16, "id");
    if (lake != null) {
      descriptor.property("table.datalake.format", lake);
    }
    TablePath path = TablePath.of("db", "hashed");
    cluster.createTable(path, descriptor.build());
    AppendWriter writer = connection().getTable(path).newAppend().createWriter();
    Map<String, Integer> expected = new LinkedHashMap<>();
    for (JsonNode vector : vectors.get("keys")) {
      JsonNode buckets = vector.get(function + "_buckets");
      if (buckets != null
          && vector.get("key_types").size() == 1
          && vector.get("key_types").get(0).asText().equals("STRING NOT NULL")) {
        expected.put(vector.get("key_values").get(0).asText(), buckets.get(at).asInt());
      }
    }
    assertThat(expected).hasSizeGreaterThan(4);
    for (Map.Entry<String, Integer> one : expected.entrySet()) {
      int before = cluster.sent(ApiKeys.PRODUCE_LOG).size();
      writer.append(Tables.row(one.getKey(), 1)).get();
      ProduceLogRequest sent =
          (ProduceLogRequest) cluster.sent(ApiKeys.PRODUCE_LOG).get(before).request;
      assertThat(sent.getBucketsReqList())
          .extracting(PbProduceLogReqForBucket::getBucketId)
          .as(one.getKey())
          .containsExactly(one.getValue());
    }
  }

  @Test
  void aMissingPartitionHasNoRows() throws Exception {
    cluster.createTable(Tables.PARTITIONED, Tables.partitioned());
    Lookuper lookuper = connection().getTable(Tables.PARTITIONED).newLookup().createLookuper();
    assertThat(lookuper.lookup(Tables.row(1, "nope")).get().getRowList()).isEmpty();
    assertThat(cluster.sent(ApiKeys.LOOKUP)).isEmpty();
  }

  @Test
  void keysDoNotHoldThePartition() throws Exception {
    TableInfo table = cluster.createTable(Tables.PARTITIONED, Tables.partitioned());
    cluster.createPartition(PhysicalTablePath.of(Tables.PARTITIONED, "there"), 5);
    AtomicInteger offset = new AtomicInteger();
    cluster.intercept(ApiKeys.PUT_KV, request -> acknowledge((PutKvRequest) request, offset));
    connection()
        .getTable(Tables.PARTITIONED)
        .newUpsert()
        .createWriter()
        .upsert(Tables.row(300, "there"))
        .get();
    PbPutKvReqForBucket sent =
        ((PutKvRequest) cluster.sent(ApiKeys.PUT_KV).get(0).request).getBucketsReqAt(0);
    assertThat(sent.getPartitionId()).isEqualTo(5);
    RowDecoder decoder =
        RowDecoder.create(
            KvFormat.COMPACTED, table.getRowType().getFieldTypes().toArray(new DataType[0]));
    KvRecord record =
        DefaultKvRecordBatch.pointToBytes(sent.getRecords())
            .records(
                new KvRecordBatch.ReadContext() {
                  @Override
                  public RowDecoder getRowDecoder(int schemaId) {
                    return decoder;
                  }

                  @Override
                  public SchemaGetter getSchemaGetter() {
                    throw new AssertionError("not needed");
                  }
                })
            .iterator()
            .next();
    byte[] key = new byte[record.getKey().remaining()];
    record.getKey().get(key);
    assertThat(Vectors.hex(key)).as("300 alone, as a varint").isEqualTo("ac02");
    assertThat(record.getRow().getString(1)).hasToString("there");
  }

  @Test
  void partialUpdatesNeedNullableColumnsBesideTheirs() {
    cluster.createTable(
        Tables.KEYED,
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("a", DataTypes.INT())
                    .column("b", DataTypes.INT().copy(false))
                    .primaryKey("id")
                    .build())
            .distributedBy(1)
            .build());
    Table table = connection().getTable(Tables.KEYED);
    assertThatThrownBy(() -> table.newUpsert().partialUpdate("id", "a").createWriter())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("b");
    assertThatThrownBy(() -> table.newLookup().enableInsertIfNotExists().createLookuper())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'b'");
  }

  @Test
  void prefixLookupsNeedTheBucketKeyAndThePartition() {
    cluster.createTable(
        Tables.KEYED,
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("a", DataTypes.INT())
                    .column("b", DataTypes.INT())
                    .column("c", DataTypes.INT())
                    .column("p", DataTypes.STRING())
                    .column("v", DataTypes.STRING())
                    .primaryKey("a", "b", "c", "p")
                    .build())
            .partitionedBy("p")
            .distributedBy(1, "a", "b")
            .build());
    Table table = connection().getTable(Tables.KEYED);
    assertThat(table.newLookup().lookupBy("a", "b", "p").createLookuper()).isNotNull();
    for (String[] columns :
        new String[][] {
          {"b", "a", "p"}, {"a", "p"}, {"a", "b"}, {"a", "b", "c", "p"}, {"a", "b", "v", "p"}, {"p"}
        }) {
      assertThatThrownBy(() -> table.newLookup().lookupBy(columns).createLookuper())
          .as(String.join(",", columns))
          .isInstanceOf(IllegalArgumentException.class);
    }
    cluster.createTable(
        Tables.LOG,
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("a", DataTypes.INT())
                    .column("b", DataTypes.INT())
                    .primaryKey("a", "b")
                    .build())
            .distributedBy(1, "b")
            .build());
    assertThatThrownBy(
            () -> connection().getTable(Tables.LOG).newLookup().lookupBy("b").createLookuper())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAutoIncrementColumnIsNotWritten() throws Exception {
    cluster.createTable(
        Tables.KEYED,
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("seq", DataTypes.BIGINT())
                    .column("a", DataTypes.INT())
                    .primaryKey("id")
                    .enableAutoIncrement("seq")
                    .build())
            .distributedBy(1)
            .build());
    AtomicInteger offset = new AtomicInteger();
    cluster.intercept(ApiKeys.PUT_KV, request -> acknowledge((PutKvRequest) request, offset));
    Table table = connection().getTable(Tables.KEYED);
    for (String[] columns : Arrays.asList(null, new String[] {"id", "seq"})) {
      assertThatThrownBy(() -> table.newUpsert().partialUpdate(columns).createWriter())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("seq");
    }
    table.newUpsert().partialUpdate("id", "a").createWriter().upsert(Tables.row(1, null, 2)).get();
    PutKvRequest sent = (PutKvRequest) cluster.sent(ApiKeys.PUT_KV).get(0).request;
    assertThat(sent.getTargetColumnsArray()).containsExactly(0, 2);
  }
}
