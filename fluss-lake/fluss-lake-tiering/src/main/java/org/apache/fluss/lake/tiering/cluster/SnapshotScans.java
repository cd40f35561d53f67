// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.KvSnapshotLease;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.lake.tiering.engine.KvSnapshot;
import org.apache.fluss.lake.tiering.engine.SnapshotReader;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.utils.CloseableIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scans of kv snapshots by the client of the cluster, which is opened at first use. Thread-safe.
 */
final class SnapshotScans implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotScans.class);
  private static final Duration POLL = Duration.ofSeconds(1);

  /** Ends by itself if this process dies. */
  private static final Duration LEASE = Duration.ofHours(1);

  private final Configuration conf;
  private Connection connection;

  SnapshotScans(Configuration conf) {
    this.conf = conf;
  }

  private synchronized Connection connection() {
    if (connection == null) {
      connection = ConnectionFactory.createConnection(conf);
    }
    return connection;
  }

  Map<TableBucket, KvSnapshot> newest(TableInfo table, String partition) {
    Map<TableBucket, KvSnapshot> newest = new HashMap<>();
    try (Admin admin = connection().getAdmin()) {
      KvSnapshots found =
          await(
              partition == null
                  ? admin.getLatestKvSnapshots(table.getTablePath())
                  : admin.getLatestKvSnapshots(table.getTablePath(), partition));
      for (TableBucket bucket : found.getTableBuckets()) {
        if (found.getSnapshotId(bucket.getBucket()).isPresent()) {
          newest.put(
              bucket,
              new KvSnapshot(
                  found.getSnapshotId(bucket.getBucket()).getAsLong(),
                  found.getLogOffset(bucket.getBucket()).orElse(0)));
        }
      }
    } catch (FlussRuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new FlussRuntimeException(
          "The kv snapshots of " + table.getTablePath() + " are not known: " + e.getMessage(), e);
    }
    return newest;
  }

  SnapshotReader open(TableInfo table, TableBucket bucket, long snapshotId) {
    Admin admin = connection().getAdmin();
    KvSnapshotLease lease =
        admin.createKvSnapshotLease("fluss-tiering-" + UUID.randomUUID(), LEASE.toMillis());
    await(lease.acquireSnapshots(Map.of(bucket, snapshotId)));
    Table read = connection().getTable(table.getTablePath());
    return new Reader(admin, lease, read, read.newScan().createBatchScanner(bucket, snapshotId));
  }

  private static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof FlussRuntimeException) {
        throw (FlussRuntimeException) e.getCause();
      }
      throw new FlussRuntimeException(e.getCause().toString(), e.getCause());
    } catch (CancellationException e) {
      throw new FlussRuntimeException("The client of the cluster is closing.", e);
    }
  }

  @Override
  public synchronized void close() throws Exception {
    if (connection != null) {
      connection.close();
    }
  }

  private static final class Reader implements SnapshotReader {
    private final Admin admin;
    private final KvSnapshotLease lease;
    private final Table table;
    private final BatchScanner scanner;

    Reader(Admin admin, KvSnapshotLease lease, Table table, BatchScanner scanner) {
      this.admin = admin;
      this.lease = lease;
      this.table = table;
      this.scanner = scanner;
    }

    @Override
    public CloseableIterator<InternalRow> next() throws IOException {
      return scanner.pollBatch(POLL);
    }

    @Override
    public void close() throws IOException {
      try {
        scanner.close();
        table.close();
      } catch (IOException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException("The scan of a kv snapshot could not be closed.", e);
      } finally {
        drop();
      }
    }

    private void drop() {
      try (Admin closing = admin) {
        await(lease.dropLease());
      } catch (Exception e) {
        LOG.warn("Lease {} of a kv snapshot ends by itself in an hour.", lease.leaseId(), e);
      }
    }
  }
}
