// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.PbTableStatsRespForBucket;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.server.tablet.KvCalls.How;
import org.apache.fluss.server.tablet.KvCalls.Op;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeParser;
import org.apache.fluss.types.DataTypeRoot;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays, through sockets, what was recorded from released servers: offsets, changelog, row count,
 * and the bytes of keys and values.
 */
final class KvVectorsTest {
  @TempDir static Path directory;
  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new LocalCluster(directory, 1);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  static List<String> changelogs() {
    return names("kv-changelog.json");
  }

  private static List<String> names(String file) {
    List<String> names = new ArrayList<>();
    Vectors.load(file).forEach(vector -> names.add(vector.get("name").asText()));
    return names;
  }

  private static JsonNode vector(String file, String name) {
    for (JsonNode vector : Vectors.load(file)) {
      if (vector.get("name").asText().equals(name)) {
        return vector;
      }
    }
    throw new AssertionError(name);
  }

  @Test
  void allAreThere() {
    assertThat(changelogs()).hasSize(18);
    assertThat(names("kv-recovery.json")).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("changelogs")
  void changelog(String name) throws Exception {
    JsonNode vector = vector("kv-changelog.json", name);
    if (name.equals("default-indexed-log")) {
      // The released server cannot write this combination; ours does what it does with Arrow logs.
      Case run = new Case(vector);
      run.play(vector("kv-changelog.json", "default-indexed-kv-arrow-log"));
    } else {
      new Case(vector).play(vector);
    }
  }

  static Stream<String> recoveries() {
    return Stream.of("recover-without-snapshot", "recover-schema-evolution");
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void recovery(String name) throws Exception {
    JsonNode vector = vector("kv-recovery.json", name);
    new Case(vector).play(vector);
  }

  /** One table. */
  private static final class Case {
    private final String table;
    private final JsonNode columns;
    private KvCalls kv;
    private KvCalls reopened;

    Case(JsonNode vector) {
      table = vector.get("name").asText().replace('-', '_');
      columns = vector.get("columns");
      boolean grows = table.endsWith("schema_evolution");
      Schema.Builder schema = Schema.newBuilder();
      for (JsonNode column : columns) {
        if (!grows || !column.get("name").asText().equals("c")) {
          schema.column(column.get("name").asText(), type(column));
        }
      }
      List<String> keys = new ArrayList<>();
      vector.get("primary_key").forEach(key -> keys.add(key.asText()));
      schema.primaryKey(keys);
      if (vector.get("properties").has("table.auto-increment.cache-size")) {
        schema.enableAutoIncrement("n");
      }
      TableDescriptor.Builder descriptor =
          TableDescriptor.builder().schema(schema.build()).distributedBy(1);
      vector
          .get("properties")
          .properties()
          .forEach(each -> descriptor.property(each.getKey(), each.getValue().asText()));
      cluster.createTable(table, descriptor.build());
      kv = cluster.kv(table, 0);
    }

    private static DataType type(JsonNode column) {
      return DataTypeParser.parse(column.get("type").asText());
    }

    void play(JsonNode vector) throws Exception {
      for (JsonNode step : vector.get("steps")) {
        play(step, step.toString());
      }
      if (reopened != null) {
        kv = reopened;
      }
      List<String> expected = new ArrayList<>();
      for (JsonNode record : vector.get("changelog")) {
        expected.add(
            record.get("offset").asLong()
                + " "
                + record.get("change").asText()
                + " "
                + Arrays.toString(values(record.get("row"))));
      }
      // Auto-increment cases go on after what is recorded here.
      List<String> found = kv.changelog();
      if (vector.has("snapshot_after_one_more_insert")) {
        found = found.subList(0, expected.size());
      }
      assertThat(found).isEqualTo(expected);
      if (!vector.has("snapshot_after_one_more_insert")) {
        contents(vector);
      }
    }

    private void contents(JsonNode vector) {
      PbTableStatsRespForBucket stats = kv.stats();
      if (vector.has("row_count")) {
        assertThat(stats.getRowCount()).isEqualTo(vector.get("row_count").asLong());
      } else {
        assertThat(Errors.forCode(stats.getErrorCode()).name())
            .isEqualTo("INVALID_TABLE_EXCEPTION");
      }
      List<String> values = new ArrayList<>();
      for (JsonNode entry : vector.get("kv_contents_hex")) {
        byte[] key = Vectors.bytes(entry.get("key").asText());
        values.add(entry.get("value").asText());
        assertThat(Vectors.hex(KvCalls.values(kv.lookupAnswer(key)).get(0)))
            .isEqualTo(entry.get("value").asText());
      }
      assertThat(kv.limitScan(1000)).extracting(Vectors::hex).isEqualTo(values);
    }

    private void play(JsonNode step, String what) throws Exception {
      if (step.has("client_side_error")) {
        return;
      }
      if (step.has("batch")) {
        put(step, what);
      } else if (step.has("lookup")) {
        assertThat((reopened == null ? kv : reopened).lookup(values(step.get("lookup"))))
            .as(what)
            .isEqualTo(row(step.get("result")));
      } else if (step.has("lookup_insert_if_not_exists")) {
        byte[] key = kv.key(values(step.get("lookup_insert_if_not_exists")));
        assertThat(kv.text(KvCalls.values(kv.lookupOrInsert(-1, key)).get(0)))
            .as(what)
            .isEqualTo(row(step.get("result")));
      } else if (step.has("note")) {
        note(step.get("note").asText());
      }
    }

    private void note(String note) throws Exception {
      if (note.startsWith("ALTER TABLE") || note.startsWith("add column")) {
        cluster.addColumn(table, "c");
        reopened = cluster.kv(table, 0);
      } else if (note.equals("tablet server restarted")) {
        cluster.stop(0);
        cluster.startTabletServer(0);
        kv = cluster.kv(table, 0);
        reopened = reopened == null ? null : kv;
      }
    }

    private void put(JsonNode step, String what) {
      How how = new How();
      if (step.has("target_columns")) {
        List<String> names = new ArrayList<>();
        columns.forEach(column -> names.add(column.get("name").asText()));
        int[] targets = new int[step.get("target_columns").size()];
        for (int i = 0; i < targets.length; i++) {
          targets[i] = names.indexOf(step.get("target_columns").get(i).asText());
        }
        how.targets(targets);
      }
      if (step.has("merge_mode")) {
        how.mode(MergeMode.valueOf(step.get("merge_mode").asText()));
      }
      List<Op> ops = new ArrayList<>();
      int width = 0;
      for (JsonNode op : step.get("batch")) {
        Object[] row = values(op.get("row"));
        width = row.length;
        ops.add(op.get("op").asText().equals("delete") ? KvCalls.delete(row) : KvCalls.upsert(row));
      }
      KvCalls writer = reopened != null && width == columns.size() ? reopened : kv;
      PbPutKvRespForBucket answer = writer.put(how, ops.toArray(new Op[0]));
      if (step.has("error")) {
        assertThat(answer.hasErrorCode()).as(what).isTrue();
        assertThat(Errors.forCode(answer.getErrorCode()).exception().getClass().getSimpleName())
            .as(what)
            .isEqualTo(step.get("error").asText().replaceAll(":.*", ""));
      } else {
        assertThat(answer.hasErrorCode() ? answer.getErrorMessage() : "").as(what).isEmpty();
        assertThat(answer.getLogEndOffset())
            .as(what)
            .isEqualTo(step.get("log_end_offset_after").asLong());
      }
    }

    private String row(JsonNode row) {
      return row.isNull() ? null : Arrays.toString(values(row));
    }

    private Object[] values(JsonNode row) {
      Object[] values = new Object[row.size()];
      for (int i = 0; i < values.length; i++) {
        JsonNode value = row.get(i);
        boolean isLong = type(columns.get(i)).getTypeRoot() == DataTypeRoot.BIGINT;
        values[i] =
            value.isNull()
                ? null
                : value.isTextual()
                    ? value.asText()
                    : isLong ? (Object) value.asLong() : (Object) value.asInt();
      }
      return values;
    }
  }
}
