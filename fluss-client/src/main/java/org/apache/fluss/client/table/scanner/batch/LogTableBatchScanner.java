// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.log.BoundedLogScanner;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.utils.CloseableIterator;

/** Reads all rows of a log table up to fixed offsets. */
@Internal
public final class LogTableBatchScanner implements BatchScanner {
  private final BoundedLogScanner log;

  public LogTableBatchScanner(BoundedLogScanner log) {
    this.log = log;
  }

  @Override
  public CloseableIterator<InternalRow> pollBatch(Duration timeout) throws IOException {
    if (log.isDone()) {
      return null;
    }
    try {
      Iterator<InternalRow> rows =
          log.poll(timeout).values().stream()
              .flatMap(records -> records.stream().map(ScanRecord::getRow))
              .iterator();
      return CloseableIterator.wrap(rows);
    } catch (ApiException e) {
      throw new IOException("The rows cannot be read.", e);
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
