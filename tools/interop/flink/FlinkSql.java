// SPDX-License-Identifier: Apache-2.0
import java.util.BitSet;
import java.util.concurrent.ExecutionException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;

/**
 * A local Flink 1.20 with the released connector against a running cluster: catalog, log table,
 * INSERT, streaming and batch SELECT. Every row is known from its id and compared. Prints one line
 * a step; exit code 1 at the first difference.
 *
 * <p>Usage: {@code FlinkSql BOOTSTRAP ROWS}. Batch reads of a log table outside the lake are COUNT
 * and LIMIT: the connector offers no others.
 */
public final class FlinkSql {
  private static final String COLUMNS =
      "id BIGINT NOT NULL, name STRING, price DECIMAL(18, 2), moment TIMESTAMP_LTZ(3), tags"
          + " ARRAY<STRING>, attributes MAP<STRING, INT>, place ROW<city STRING, post_code INT>";
  private static final String VALUES =
      "id, CONCAT('name ', CAST(id AS STRING)), CAST(id AS DECIMAL(18, 2)), TO_TIMESTAMP_LTZ(id,"
          + " 3), ARRAY[CAST(id AS STRING), 'x'], MAP['k', CAST(id AS INT)], ROW('city', CAST(id AS"
          + " INT))";

  private final TableEnvironment streaming = environment(EnvironmentSettings.inStreamingMode());
  private final TableEnvironment batch = environment(EnvironmentSettings.inBatchMode());
  private final String bootstrap;
  private final int rows;

  private FlinkSql(String bootstrap, int rows) {
    this.bootstrap = bootstrap;
    this.rows = rows;
  }

  private static TableEnvironment environment(EnvironmentSettings mode) {
    Configuration conf = new Configuration();
    conf.set(RestOptions.BIND_PORT, "0");
    conf.setString("parallelism.default", "2");
    conf.setString("taskmanager.numberOfTaskSlots", "4");
    conf.setString("table.local-time-zone", "UTC");
    return TableEnvironment.create(
        EnvironmentSettings.newInstance()
            .withConfiguration(conf)
            .withConfiguration(mode.getConfiguration())
            .build());
  }

  private void run() throws Exception {
    for (TableEnvironment environment : new TableEnvironment[] {streaming, batch}) {
      environment.executeSql(
          "CREATE CATALOG f WITH ('type' = 'fluss', 'bootstrap.servers' = '" + bootstrap + "')");
      environment.executeSql("USE CATALOG f");
    }
    step("CREATE CATALOG");
    streaming.executeSql("CREATE DATABASE IF NOT EXISTS flink_interop");
    streaming.executeSql("DROP TABLE IF EXISTS flink_interop.events");
    streaming.executeSql(
        "CREATE TABLE flink_interop.events (" + COLUMNS + ") WITH ('bucket.num' = '3')");
    step("CREATE TABLE");
    insert(0, rows);
    step("INSERT of " + rows + " rows");

    try (CloseableIterator<Row> results =
        streaming.executeSql("SELECT * FROM flink_interop.events").collect()) {
      BitSet seen = new BitSet();
      take(results, seen, rows);
      step("streaming SELECT of " + rows + " rows");
      insert(rows, rows);
      take(results, seen, rows);
      step("streaming SELECT went on to " + rows + " rows inserted while it ran");
    }
    try (CloseableIterator<Row> results =
        streaming.executeSql("SELECT name, id FROM flink_interop.events").collect()) {
      for (int i = 0; i < 2 * rows; i++) {
        Row row = results.next();
        check(("name " + row.getField(1)).equals(row.getField(0)), "projected row " + row);
      }
    }
    step("streaming SELECT of two columns");

    try (CloseableIterator<Row> results =
        batch.executeSql("SELECT COUNT(*) FROM flink_interop.events").collect()) {
      Row row = results.next();
      check(Long.valueOf(2L * rows).equals(row.getField(0)), "COUNT(*) is " + row);
    }
    step("batch SELECT COUNT(*)");
    try (CloseableIterator<Row> results =
        batch.executeSql("SELECT * FROM flink_interop.events LIMIT 10").collect()) {
      BitSet seen = new BitSet();
      take(results, seen, 10);
      check(!results.hasNext(), "more than ten rows with LIMIT 10");
    }
    step("batch SELECT LIMIT 10");
    streaming.executeSql("DROP TABLE flink_interop.events");
    step("DROP TABLE");
  }

  private void insert(int first, int count) throws ExecutionException, InterruptedException {
    String source = "source_" + first;
    streaming.executeSql(
        "CREATE TEMPORARY TABLE `default_catalog`.`default_database`."
            + source
            + " (id BIGINT NOT NULL) WITH ('connector' = 'datagen',"
            + " 'fields.id.kind' = 'sequence', 'fields.id.start' = '"
            + first
            + "', 'fields.id.end' = '"
            + (first + count - 1)
            + "')");
    TableResult result =
        streaming.executeSql(
            "INSERT INTO flink_interop.events SELECT "
                + VALUES
                + " FROM `default_catalog`.`default_database`."
                + source);
    result.await();
  }

  private void take(CloseableIterator<Row> results, BitSet seen, int count) {
    for (int i = 0; i < count; i++) {
      Row row = results.next();
      long id = (Long) row.getField(0);
      check(!seen.get((int) id), "row " + id + " came twice");
      seen.set((int) id);
      Row expected =
          Row.ofKind(
              RowKind.INSERT,
              id,
              "name " + id,
              java.math.BigDecimal.valueOf(id * 100, 2),
              java.time.Instant.ofEpochMilli(id),
              new String[] {String.valueOf(id), "x"},
              java.util.Map.of("k", (int) id),
              Row.of("city", (int) id));
      check(expected.equals(row), "row " + id + " is " + row);
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  private static void step(String what) {
    System.out.println("ok: " + what);
  }

  public static void main(String[] args) {
    int status = 0;
    try {
      new FlinkSql(args[0], Integer.parseInt(args[1])).run();
    } catch (Throwable e) {
      System.out.println("FAILED: " + e);
      e.printStackTrace();
      status = 1;
    }
    System.exit(status);
  }
}
