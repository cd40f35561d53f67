// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.testutils.FakeCluster;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metrics.registry.NoMetricRegistry;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Misuse ends in the exceptions of the released client, of the same types in the same chain. */
class ClientBehaviourTest {
  private final FakeCluster cluster = new FakeCluster();
  private final List<Connection> connections = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (Connection connection : connections) {
      connection.close();
    }
  }

  private Connection connection(String... options) {
    Configuration conf = conf(options);
    Connection connection =
        new FlussConnection(conf, NoMetricRegistry.INSTANCE, false, metrics -> cluster);
    connections.add(connection);
    return connection;
  }

  private static Configuration conf(String... options) {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", "localhost:1");
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    return conf;
  }

  /** What needs no server; the others are in {@link ServedBehaviourTest}. */
  Map<String, Callable<?>> calls() {
    cluster.createTable(Tables.LOG, Tables.log(1));
    cluster.createTable(Tables.KEYED, Tables.keyed(2));
    cluster.createTable(Tables.PARTITIONED, Tables.partitioned());
    Connection connection = connection();
    Table log = connection.getTable(Tables.LOG);
    Table keyed = connection.getTable(Tables.KEYED);
    Table partitioned = connection.getTable(Tables.PARTITIONED);
    TableBucket bucket = new TableBucket(log.getTableInfo().getTableId(), 0);

    Map<String, Callable<?>> calls = new LinkedHashMap<>();
    calls.put(
        "createConnection without bootstrap.servers",
        () -> ConnectionFactory.createConnection(new Configuration()));
    calls.put(
        "createConnection with bootstrap.servers='host'",
        () -> ConnectionFactory.createConnection(conf("bootstrap.servers", "host")));
    calls.put(
        "createDatabase('a.b')",
        () -> connection.getAdmin().createDatabase("a.b", DatabaseDescriptor.EMPTY, false));
    calls.put(
        "createDatabase('__a')",
        () -> connection.getAdmin().createDatabase("__a", DatabaseDescriptor.EMPTY, false));
    calls.put(
        "alterTable addColumn with position first",
        () ->
            connection
                .getAdmin()
                .alterTable(
                    Tables.LOG,
                    List.of(
                        TableChange.addColumn(
                            "c", DataTypes.INT(), null, TableChange.ColumnPosition.first())),
                    false));
    calls.put("newUpsert on a log table", log::newUpsert);
    calls.put("newAppend on a PK table", keyed::newAppend);
    calls.put(
        "newLookup().createLookuper() on a log table", () -> log.newLookup().createLookuper());
    calls.put(
        "append of a 3-field row to a 2-column table",
        () -> log.newAppend().createWriter().append(GenericRow.of(1, 2, 3)));
    calls.put(
        "append of a row holding java.lang.String in a STRING column",
        () -> log.newAppend().createWriter().append(GenericRow.of(1, "text")));
    calls.put(
        "partialUpdate('name') without PK columns",
        () -> keyed.newUpsert().partialUpdate("name").createWriter());
    calls.put("partialUpdate('zz')", () -> keyed.newUpsert().partialUpdate("zz"));
    calls.put(
        "mergeMode(OVERWRITE) on a table without merge engine",
        () -> keyed.newUpsert().mergeMode(MergeMode.OVERWRITE).createWriter());
    calls.put(
        "lookupBy(k2), bucket key id, PK (id,k2)",
        () -> keyed.newLookup().lookupBy("k2").createLookuper());
    calls.put(
        "lookupBy(id,k2) = whole PK",
        () -> keyed.newLookup().lookupBy("id", "k2").createLookuper());
    calls.put(
        "prefix lookup with insertIfNotExists",
        () -> keyed.newLookup().lookupBy("id").enableInsertIfNotExists().createLookuper());
    calls.put(
        "upsert with null partition column",
        () -> partitioned.newUpsert().createWriter().upsert(GenericRow.of(1, null)));
    calls.put(
        "newAppend with acks=1 and idempotence on",
        () -> connection("client.writer.acks", "1").getTable(Tables.LOG).newAppend());
    calls.put(
        "newAppend with writer buffer 3mb, batch 2mb",
        () ->
            connection("client.writer.buffer.memory-size", "3mb").getTable(Tables.LOG).newAppend());
    calls.put(
        "poll without subscription",
        () -> log.newScan().createLogScanner().poll(Duration.ofMillis(1)));
    calls.put(
        "subscribe(partitionId,..) on a non-partitioned table",
        () -> {
          log.newScan().createLogScanner().subscribe(1L, 0, 0L);
          return null;
        });
    calls.put(
        "subscribe(0, 100000) beyond the end, poll",
        () -> {
          LogScanner scanner = log.newScan().createLogScanner();
          scanner.subscribe(0, 100_000);
          return scanner.poll(Duration.ofSeconds(30));
        });
    calls.put(
        "project(new int[]{7}) on 2 columns, createLogScanner",
        () -> log.newScan().project(new int[] {7}).createLogScanner());
    calls.put("project(['zz'])", () -> log.newScan().project(List.of("zz")));
    calls.put("limit(3).createLogScanner()", () -> log.newScan().limit(3).createLogScanner());
    calls.put(
        "createBatchScanner(bucket) without limit", () -> log.newScan().createBatchScanner(bucket));
    calls.put(
        "poll after close",
        () -> {
          LogScanner scanner = log.newScan().createLogScanner();
          scanner.subscribe(0, 0);
          scanner.close();
          return scanner.poll(Duration.ZERO);
        });
    calls.put(
        "append after Connection.close()",
        () -> {
          Connection closing = connection();
          var writer = closing.getTable(Tables.LOG).newAppend().createWriter();
          closing.close();
          return writer.append(Tables.row(1, "late"));
        });
    calls.put(
        "poll from a second thread while polling",
        () -> {
          LogScanner scanner = log.newScan().createLogScanner();
          scanner.subscribe(0, 0);
          int before = cluster.sent(ApiKeys.FETCH_LOG).size();
          CompletableFuture<?> first =
              CompletableFuture.runAsync(() -> scanner.poll(Duration.ofSeconds(30)));
          while (cluster.sent(ApiKeys.FETCH_LOG).size() == before) {
            Thread.onSpinWait();
          }
          try {
            return scanner.poll(Duration.ZERO);
          } finally {
            scanner.wakeup();
            first.join();
          }
        });
    return calls;
  }

  @Test
  void misuseEndsInTheSameExceptions() {
    Map<String, List<String>> expected = new HashMap<>();
    JsonNode cases = Vectors.load("client-behaviour.json").get("cases");
    for (JsonNode one : cases) {
      List<String> chain = new ArrayList<>();
      one.path("exceptionChain").forEach(link -> chain.add(link.get("class").asText()));
      expected.put(one.get("call").asText(), chain);
    }
    assertThat(cases).hasSize(89);
    Map<String, Callable<?>> calls = calls();
    assertThat(calls).hasSize(29);
    assertThat(expected).containsKeys(calls.keySet().toArray(new String[0]));
    Map<String, String> different = new LinkedHashMap<>();
    calls.forEach(
        (name, call) -> {
          List<String> actual = chain(call);
          List<String> wanted = expected.get(name);
          // causes below those of the released client are welcome
          if (actual.size() < wanted.size() || !actual.subList(0, wanted.size()).equals(wanted)) {
            different.put(name, wanted + " but was " + actual);
          }
        });
    assertThat(different).isEmpty();
  }

  private static List<String> chain(Callable<?> call) {
    List<String> chain = new ArrayList<>();
    try {
      Object result = call.call();
      if (result instanceof CompletableFuture) {
        ((CompletableFuture<?>) result).get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("the call itself should fail", e);
    } catch (Throwable e) {
      for (Throwable link = e; link != null; link = link.getCause()) {
        chain.add(link.getClass().getName());
      }
    }
    return chain;
  }

  @Test
  void aMissingTableIsNamed() {
    Connection connection = connection();
    try {
      connection.getTable(Tables.LOG);
    } catch (org.apache.fluss.exception.FlussRuntimeException e) {
      assertThat(e).hasRootCauseInstanceOf(org.apache.fluss.exception.TableNotExistException.class);
      return;
    }
    throw new AssertionError("opened");
  }

  @Test
  void whatWasWrittenIsReadAndClosingDelivers() throws Exception {
    cluster.createTable(Tables.LOG, Tables.log(1));
    Connection connection = connection();
    Table table = connection.getTable(Tables.LOG);
    var writer = table.newAppend().createWriter();
    List<CompletableFuture<?>> futures = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      futures.add(writer.append(Tables.row(i, "n" + i)));
    }
    LogScanner scanner = table.newScan().createLogScanner();
    scanner.subscribeFromBeginning(0);
    int seen = 0;
    while (seen < 1000) {
      for (var record : scanner.poll(Duration.ofSeconds(30))) {
        assertThat(record.getRow().getInt(0)).isEqualTo(seen++);
      }
    }
    futures.add(writer.append(Tables.row(1000, "last")));
    connection.close();
    assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
  }
}
