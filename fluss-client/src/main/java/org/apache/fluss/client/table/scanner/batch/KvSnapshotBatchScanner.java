// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.lookup.StoredRows;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.fs.FsPathAndFileName;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.ProjectedRow;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.utils.CloseableIterator;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all rows of a snapshot of one bucket of a primary key table, in the order of their keys.
 * The files are copied in the background to a directory of their own, which goes when the scanner
 * is closed.
 */
@Internal
public class KvSnapshotBatchScanner implements BatchScanner {
  /** What {@link #pollBatch} gives while files are still on their way. */
  public static final CloseableIterator<InternalRow> NO_DATA_AVAILABLE =
      CloseableIterator.emptyIterator();

  private static final Logger LOG = LoggerFactory.getLogger(KvSnapshotBatchScanner.class);

  /** Copied at once for one scanner; the downloader's threads serve all of them. */
  private static final int PARALLEL_COPIES = 4;

  private final TableBucket bucket;
  private final StoredRows rows;
  private final int[] projection;
  private final Path directory;
  private final RemoteFileDownloader downloader;
  private final Queue<FsPathAndFileName> missing;
  private final CompletableFuture<Database> opened;
  private Rows iterator;
  private boolean done;
  private volatile boolean closed;

  /**
   * Starts copying.
   *
   * @param targetSchemaId id of {@code targetSchema}
   * @param targetSchema what rows are mapped to, by the ids of columns
   * @param projectedFields positions in the target schema; null for all columns
   * @param scannerTmpDir where the directory is made
   */
  public KvSnapshotBatchScanner(
      int targetSchemaId,
      Schema targetSchema,
      SchemaGetter schemaGetter,
      TableBucket tableBucket,
      List<FsPathAndFileName> snapshotFiles,
      int[] projectedFields,
      String scannerTmpDir,
      KvFormat kvFormat,
      RemoteFileDownloader remoteFileDownloader) {
    this.bucket = tableBucket;
    this.rows = new StoredRows(kvFormat, targetSchema, targetSchemaId, schemaGetter);
    this.projection = projectedFields == null ? null : projectedFields.clone();
    this.directory = Paths.get(scannerTmpDir, "kv-snapshots-" + UUID.randomUUID());
    this.downloader = remoteFileDownloader;
    for (FsPathAndFileName file : snapshotFiles) {
      if (!Paths.get(file.getFileName()).equals(Paths.get(file.getFileName()).getFileName())
          || file.getFileName().equals("..")) {
        throw new FlussRuntimeException(
            "'" + file.getFileName() + "' is no name for a file of a snapshot of " + bucket + ".");
      }
    }
    this.missing = new ConcurrentLinkedQueue<>(snapshotFiles);
    List<CompletableFuture<Void>> copies = new ArrayList<>();
    for (int i = 0; i < PARALLEL_COPIES; i++) {
      copies.add(copyNext());
    }
    this.opened =
        CompletableFuture.allOf(copies.toArray(new CompletableFuture<?>[0]))
            .thenApply(copied -> open());
  }

  private CompletableFuture<Void> copyNext() {
    FsPathAndFileName file = missing.poll();
    if (file == null) {
      return CompletableFuture.completedFuture(null);
    }
    return downloader
        .downloadFileAsync(file, directory)
        .whenComplete(
            (size, failure) -> {
              if (failure != null || closed) {
                missing.clear();
              }
            })
        .thenCompose(size -> copyNext());
  }

  private Database open() {
    if (closed) {
      throw new FlussRuntimeException("The scanner was closed.");
    }
    try {
      return new Database(directory);
    } catch (RocksDBException e) {
      throw new FlussRuntimeException(
          "The snapshot of " + bucket + " in " + directory + " cannot be opened: " + e.getMessage(),
          e);
    }
  }

  @Override
  public CloseableIterator<InternalRow> pollBatch(Duration timeout) throws IOException {
    if (closed) {
      throw new IOException("The scanner of a snapshot of " + bucket + " is closed.");
    }
    if (done) {
      return null;
    }
    try {
      iterator = new Rows(opened.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
      done = true;
      return iterator;
    } catch (TimeoutException e) {
      return NO_DATA_AVAILABLE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for a snapshot of " + bucket + ".", e);
    } catch (ExecutionException e) {
      throw new FlussRuntimeException(
          "The snapshot of " + bucket + " cannot be read.", Errors.unwrap(e));
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    missing.clear();
    if (iterator != null) {
      iterator.close();
    }
    opened.whenComplete(
        (database, failure) -> {
          if (database != null) {
            database.close();
          }
          deleteDirectory();
        });
  }

  private void deleteDirectory() {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    } catch (IOException e) {
      LOG.warn("{} is no longer needed, but stays", directory, e);
    }
  }

  /** The files as a database that is only read. */
  private static final class Database implements AutoCloseable {
    private final Options options = new Options();
    private final ReadOptions readOptions = new ReadOptions().setFillCache(false);
    private final RocksDB db;

    Database(Path directory) throws RocksDBException {
      RocksDB.loadLibrary();
      try {
        db = RocksDB.openReadOnly(options, directory.toString());
      } catch (RocksDBException e) {
        readOptions.close();
        options.close();
        throw e;
      }
    }

    @Override
    public void close() {
      db.close();
      readOptions.close();
      options.close();
    }
  }

  /** Closed with the scanner at the latest, since it reads memory that goes with the database. */
  private final class Rows implements CloseableIterator<InternalRow> {
    private final RocksIterator entries;

    Rows(Database database) {
      this.entries = database.db.newIterator(database.readOptions);
      entries.seekToFirst();
    }

    @Override
    public boolean hasNext() {
      if (!entries.isOwningHandle()) {
        throw new IllegalStateException("The rows of a snapshot of " + bucket + " are closed.");
      }
      if (entries.isValid()) {
        return true;
      }
      try {
        entries.status();
      } catch (RocksDBException e) {
        throw new FlussRuntimeException(
            "The snapshot of " + bucket + " is damaged: " + e.getMessage(), e);
      }
      return false;
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      InternalRow row = rows.row(entries.value());
      entries.next();
      return projection == null ? row : ProjectedRow.from(projection).replaceRow(row);
    }

    @Override
    public void close() {
      entries.close();
    }
  }
}
