// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.IOException;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.utils.CloseableIterator;

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

  private final TableBucket bucket;
  private final StoredRows rows;
  private final int[] projection;
  private final SnapshotCopy copy;
  private final CompletableFuture<LocalStore> opened;
  private CloseableIterator<InternalRow> iterator;
  private boolean closed;

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
    this.copy =
        new SnapshotCopy(
            tableBucket, snapshotFiles, Paths.get(scannerTmpDir), remoteFileDownloader);
    this.opened = copy.copied().thenApply(directory -> new LocalStore(directory, false));
  }

  @Override
  public CloseableIterator<InternalRow> pollBatch(Duration timeout) throws IOException {
    if (closed) {
      throw new IOException("The scanner of a snapshot of " + bucket + " is closed.");
    }
    if (iterator != null) {
      return null;
    }
    try {
      LocalStore store = opened.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      iterator = rows.rows(store.values(), projection);
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
    copy.cancel();
    if (iterator != null) {
      iterator.close();
    }
    opened.whenComplete(
        (store, failure) -> {
          if (store != null) {
            store.close();
          }
          copy.delete();
        });
  }
}
