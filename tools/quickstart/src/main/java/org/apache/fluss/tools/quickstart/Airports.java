// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.tools.quickstart;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;

/** A table with a primary key: airports that change, and what they are in the end. */
final class Airports {
  static final int BUCKETS = 2;

  static final Schema SCHEMA =
      Schema.newBuilder()
          .column("iata", DataTypes.STRING())
          .column("name", DataTypes.STRING())
          .column("city", DataTypes.STRING())
          .column("state", DataTypes.STRING())
          .column("country", DataTypes.STRING())
          .column("latitude", DataTypes.DECIMAL(11, 8))
          .column("longitude", DataTypes.DECIMAL(11, 8))
          .primaryKey("iata")
          .build();

  private static final int LOOKUPS = 500;

  private final Table table;
  private final List<String[]> all = new ArrayList<>();
  private final Map<String, String[]> live = new TreeMap<>();
  private final Random random = new Random(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * @param file text, one airport a line below a line of names: {@code
   *     iata,name,city,state,country,latitude,longitude}
   */
  Airports(Table table, Path file) throws IOException {
    this.table = table;
    List<String> lines = Files.readAllLines(file);
    for (String line : lines.subList(1, lines.size())) {
      all.add(columns(line));
    }
  }

  // commas inside quotes belong to a name
  private static String[] columns(String line) {
    String[] columns = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
    for (int i = 0; i < columns.length; i++) {
      columns[i] = columns[i].replace("\"", "");
    }
    return columns;
  }

  /** Writes all, then changes some again and again; prints the outcome. */
  void change(int rounds, int changes, PrintStream out) throws Exception {
    long start = System.nanoTime();
    UpsertWriter writer = table.newUpsert().createWriter();
    BiConsumer<Object, Throwable> done = (result, error) -> failure.compareAndSet(null, error);
    for (String[] airport : all) {
      upsert(writer, airport, done);
    }
    writer.flush();
    long updates = 0;
    long deletes = 0;
    for (int round = 1; round <= rounds; round++) {
      for (int i = 0; i < changes; i++) {
        String[] airport = all.get(random.nextInt(all.size()));
        if (live.containsKey(airport[0]) && random.nextInt(4) == 0) {
          writer.delete(row(airport)).whenComplete(done);
          live.remove(airport[0]);
          deletes++;
        } else {
          String[] changed = airport.clone();
          changed[1] += " (" + round + ")";
          upsert(writer, changed, done);
          updates++;
        }
      }
      writer.flush();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Lookuper lookuper = table.newLookup().createLookuper();
    InternalRow before = lookuper.lookup(key("ORD")).get().getSingletonRow();
    String[] ohare = columns("ORD,O'Hare,Chicago,IL,USA,41.979595,-87.90446417");
    upsert(writer, ohare, done).get();
    InternalRow after = lookuper.lookup(key("ORD")).get().getSingletonRow();
    if (failure.get() != null) {
      throw new IllegalStateException("A write failed", failure.get());
    }
    Checksum checksum = new Checksum();
    live.values().forEach(airport -> checksum.add(text(row(airport))));
    out.println("rows=" + checksum.rows());
    out.println("checksum=" + checksum.hex());
    out.println("updates=" + updates);
    out.println("deletes=" + deletes);
    out.printf("seconds=%.2f%n", seconds);
    out.println("before=" + (before == null ? "deleted" : text(before)));
    out.println("after=" + text(after));
  }

  private CompletableFuture<?> upsert(
      UpsertWriter writer, String[] airport, BiConsumer<Object, Throwable> done) {
    live.put(airport[0], airport);
    return writer.upsert(row(airport)).whenComplete(done);
  }

  /** Looks all up, and some one after the other; prints what came, and how long one takes. */
  void lookUp(PrintStream out) throws Exception {
    Lookuper lookuper = table.newLookup().createLookuper();
    Checksum checksum = new Checksum();
    for (String[] airport : all) {
      InternalRow found = lookuper.lookup(key(airport[0])).get().getSingletonRow();
      if (found != null) {
        checksum.add(text(found));
      }
    }
    long[] nanos = new long[LOOKUPS];
    for (int i = 0; i < LOOKUPS; i++) {
      GenericRow key = key(all.get(random.nextInt(all.size()))[0]);
      long start = System.nanoTime();
      lookuper.lookup(key).get();
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    out.println("rows=" + checksum.rows());
    out.println("checksum=" + checksum.hex());
    out.printf("lookup_ms=%.2f%n", nanos[LOOKUPS / 2] / 1e6);
  }

  private static GenericRow key(String iata) {
    return GenericRow.of(BinaryString.fromString(iata));
  }

  private static GenericRow row(String[] airport) {
    GenericRow row = new GenericRow(airport.length);
    for (int i = 0; i < 5; i++) {
      row.setField(i, BinaryString.fromString(airport[i]));
    }
    for (int i = 5; i < 7; i++) {
      row.setField(i, Decimal.fromBigDecimal(new BigDecimal(airport[i]), 11, 8));
    }
    return row;
  }

  /** What {@link Checksum} takes of an airport. */
  private static String text(InternalRow row) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      text.append(row.getString(i)).append('|');
    }
    return text.append(row.getDecimal(5, 11, 8).toBigDecimal().toPlainString())
        .append('|')
        .append(row.getDecimal(6, 11, 8).toBigDecimal().toPlainString())
        .toString();
  }
}
