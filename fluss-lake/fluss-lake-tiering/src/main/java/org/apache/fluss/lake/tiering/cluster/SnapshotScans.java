// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.LeasedSnapshots;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.lake.tiering.engine.KeptSnapshots;
import org.apache.fluss.lake.tiering.engine.KvSnapshot;
import org.apache.fluss.lake.tiering.engine.SnapshotReader;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.utils.CloseableIterator;
import org.apache.fluss.utils.clock.Clock;

/**
 * Scans of kv snapshots by the client of the cluster, which is opened at first use. Thread-safe.
 */
final class SnapshotScans implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final Configuration conf;
  private final Clock clock;
  private Connection connection;

  SnapshotScans(Configuration conf, Clock clock) {
    this.conf = conf;
    this.clock = clock;
  }

  private synchronized Connection connection() {
    if (connection == null) {
      connection = ConnectionFactory.createConnection(conf);
    }
    return connection;
  }

  KeptSnapshots of(TablePath table) {
    return new Kept(table);
  }

  @Override
  public synchronized void close() throws Exception {
    if (connection != null) {
      connection.close();
    }
  }

  private final class Kept implements KeptSnapshots {
    private final TablePath table;
    // made when first asked, which most rounds never are
    private volatile LeasedSnapshots leased;

    Kept(TablePath table) {
      this.table = table;
    }

    private synchronized LeasedSnapshots leased() {
      if (leased == null) {
        leased = new LeasedSnapshots(connection().getAdmin(), table, "fluss-tiering", clock);
      }
      return leased;
    }

    @Override
    public Map<TableBucket, KvSnapshot> newest(String partition, Collection<TableBucket> buckets) {
      Map<TableBucket, KvSnapshot> newest = new HashMap<>();
      try {
        leased()
            .newest(Collections.singletonList(partition), buckets::contains)
            .forEach(
                (bucket, found) ->
                    newest.put(bucket, new KvSnapshot(found.id(), found.logOffset())));
      } catch (ExecutionException e) {
        Throwable cause = e.getCause();
        throw cause instanceof FlussRuntimeException
            ? (FlussRuntimeException) cause
            : failed(cause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failed(e);
      }
      return newest;
    }

    private FlussRuntimeException failed(Throwable cause) {
      return new FlussRuntimeException(
          "The kv snapshots of " + table + " are not known: " + cause, cause);
    }

    @Override
    public SnapshotReader read(TableBucket bucket, long snapshotId) {
      Table read = connection().getTable(table);
      try {
        return new Reader(read, read.newScan().createBatchScanner(bucket, snapshotId));
      } catch (RuntimeException | Error e) {
        try {
          read.close();
        } catch (Exception closing) {
          e.addSuppressed(closing);
        }
        throw e;
      }
    }

    @Override
    public void keep() {
      if (leased != null) {
        leased.renewIfDue();
      }
    }

    @Override
    public void close() {
      if (leased != null) {
        leased.close();
      }
    }
  }

  private static final class Reader implements SnapshotReader {
    private final Table table;
    private final BatchScanner scanner;

    Reader(Table table, BatchScanner scanner) {
      this.table = table;
      this.scanner = scanner;
    }

    @Override
    public CloseableIterator<InternalRow> next() throws IOException {
      return scanner.pollBatch(POLL);
    }

    @Override
    public void close() throws IOException {
      try (Table closing = table) {
        scanner.close();
      } catch (IOException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException("The scan of a kv snapshot could not be closed.", e);
      }
    }
  }
}
