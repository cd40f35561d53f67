// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.lake.iceberg.catalog.LakeCatalogs;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.tools.awsfake.AwsFake;
import org.apache.fluss.tools.awsfake.Call;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/**
 * Our Glue catalog sends what the unmended one was recorded to send, in the same order: the mend
 * adds no call where nothing goes wrong.
 */
class GlueWireSamplesTest {

  private static final int RECORDED_REQUESTS = 16;
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void sameRequestsInTheSameOrder() throws Exception {
    List<JsonNode> recorded = new ArrayList<>();
    Vectors.load("glue-wire-samples.json").get("requests").forEach(recorded::add);
    assertThat(recorded).hasSize(RECORDED_REQUESTS);

    try (AwsFake aws = AwsFake.start()) {
      aws.s3().createBucket("wh");
      run(aws);
      List<Call> calls = new ArrayList<>(aws.calls());
      int at = 0;
      for (JsonNode expected : recorded) {
        Call call = next(calls, at);
        at = calls.indexOf(call) + 1;
        if (expected.get("service").asText().equals("glue")) {
          assertThat(call.operation()).isEqualTo("glue:" + expected.get("operation").asText());
          assertThat(normal(JSON.readTree(call.body()))).isEqualTo(normal(expected.get("request")));
        } else {
          assertThat(call.operation()).isEqualTo("s3:PutObject");
        }
      }
    }
  }

  /** The next call to Glue or write to S3; reads of S3 were not recorded. */
  private static Call next(List<Call> calls, int from) {
    for (Call call : calls.subList(from, calls.size())) {
      if (call.operation().startsWith("glue:") || call.operation().equals("s3:PutObject")) {
        return call;
      }
    }
    throw new AssertionError("Fewer calls than recorded: " + calls);
  }

  /** Without random ids. */
  private static JsonNode normal(JsonNode request) throws Exception {
    return JSON.readTree(
        request
            .toString()
            .replaceAll("(\\d{5})-[0-9a-f-]{36}\\.metadata\\.json", "$1-ID.metadata.json"));
  }

  private static void run(AwsFake aws) throws Exception {
    Map<String, String> properties = new HashMap<>();
    properties.put("type", "glue");
    properties.put("warehouse", "s3://wh/p");
    properties.put("glue.endpoint", aws.endpoint());
    properties.put("s3.endpoint", aws.endpoint());
    properties.put("s3.path-style-access", "true");
    properties.put("s3.access-key-id", "AKIATEST");
    properties.put("s3.secret-access-key", "secret");
    properties.put("client.region", "us-east-1");
    Catalog catalog = LakeCatalogs.open(properties);
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("db"));
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "t", Types.StringType.get()),
            Types.NestedField.required(3, "__ts", Types.TimestampType.withZone()));
    TableIdentifier name = TableIdentifier.of("db", "t2");
    Table table = catalog.createTable(name, schema);
    DataWriter<Record> writer =
        Parquet.writeData(table.io().newOutputFile(table.location() + "/data/f1.parquet"))
            .schema(table.schema())
            .withSpec(PartitionSpec.unpartitioned())
            .createWriterFunc(GenericParquetWriter::create)
            .build();
    Record record = GenericRecord.create(table.schema());
    record.setField("id", 1L);
    record.setField("__ts", java.time.Instant.ofEpochMilli(0).atOffset(java.time.ZoneOffset.UTC));
    try (writer) {
      writer.write(record);
    }
    DataFile file = writer.toDataFile();
    table.newAppend().appendFile(file).commit();
    try (CloseableIterable<Record> all = IcebergGenerics.read(catalog.loadTable(name)).build()) {
      assertThat(all).hasSize(1);
    }
    ((java.io.Closeable) catalog).close();
  }
}
