// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.fluss.client.lookup.StoredRows;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.record.LogRecordBatch;
import org.apache.fluss.record.LogRecordReadContext;
import org.apache.fluss.record.MemoryLogRecords;
import org.apache.fluss.record.ValueBatch;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.ProjectedRow;
import org.apache.fluss.rpc.messages.LimitScanRequest;
import org.apache.fluss.rpc.messages.LimitScanResponse;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.utils.CloseableIterator;

/** Reads so many rows of one bucket with one request, which the constructor sends. */
public class LimitBatchScanner implements BatchScanner {
  private final TableInfo tableInfo;
  private final SchemaGetter schemaGetter;
  private final int[] projectedFields;
  private final int limit;
  private final CompletableFuture<LimitScanResponse> answer;
  private boolean done;

  /**
   * @param projectedFields positions of the columns wanted; null for all
   */
  public LimitBatchScanner(
      TableInfo tableInfo,
      TableBucket tableBucket,
      SchemaGetter schemaGetter,
      MetadataUpdater metadataUpdater,
      int[] projectedFields,
      int limit) {
    this.tableInfo = tableInfo;
    this.schemaGetter = schemaGetter;
    this.projectedFields = projectedFields == null ? null : projectedFields.clone();
    this.limit = limit;
    LimitScanRequest request =
        new LimitScanRequest()
            .setTableId(tableBucket.getTableId())
            .setBucketId(tableBucket.getBucket())
            .setLimit(limit);
    if (tableBucket.getPartitionId() != null) {
      request.setPartitionId(tableBucket.getPartitionId());
    }
    int leader = metadataUpdater.leaderFor(tableInfo.getTablePath(), tableBucket);
    this.answer = metadataUpdater.newTabletServerClientForNode(leader).limitScan(request);
  }

  @Override
  public CloseableIterator<InternalRow> pollBatch(Duration timeout) throws IOException {
    if (done) {
      return null;
    }
    LimitScanResponse response;
    try {
      response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return CloseableIterator.emptyIterator();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for rows.", e);
    } catch (ExecutionException e) {
      throw new IOException("The rows cannot be read.", Errors.unwrap(e));
    }
    ApiError error = ApiError.fromErrorMessage(response);
    if (error.isFailure()) {
      throw new IOException("The rows cannot be read.", error.exception());
    }
    done = true;
    byte[] records = response.hasRecords() ? response.getRecords() : new byte[0];
    if (records.length == 0) {
      return CloseableIterator.emptyIterator();
    }
    boolean isLog = response.hasIsLogTable() && response.getIsLogTable();
    return CloseableIterator.wrap((isLog ? log(records) : kv(records)).iterator());
  }

  /** The last rows: the server may send more than were asked for. */
  private Deque<InternalRow> log(byte[] records) {
    Deque<InternalRow> rows = new ArrayDeque<>();
    try (LogRecordReadContext context =
        LogRecordReadContext.ofWholeBatches(
            tableInfo.getTableConfig().getLogFormat(),
            tableInfo.getSchema(),
            schemaGetter::getSchema,
            projectedFields)) {
      for (LogRecordBatch batch : MemoryLogRecords.pointToBytes(records).batches()) {
        try (CloseableIterator<LogRecord> iterator = batch.records(context)) {
          while (iterator.hasNext()) {
            rows.add(iterator.next().getRow());
            if (rows.size() > limit) {
              rows.poll();
            }
          }
        }
      }
    }
    return rows;
  }

  private List<InternalRow> kv(byte[] records) {
    StoredRows decoder = new StoredRows(tableInfo, schemaGetter);
    List<InternalRow> rows = new ArrayList<>();
    for (byte[] value : ValueBatch.decode(records)) {
      if (rows.size() == limit) {
        break;
      }
      InternalRow row = decoder.row(value);
      rows.add(projectedFields == null ? row : ProjectedRow.from(projectedFields).replaceRow(row));
    }
    return rows;
  }

  @Override
  public void close() throws IOException {}
}
