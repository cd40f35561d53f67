// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.utils.CloseableIterator;

/** Reads batch scanners to their end. */
public class BatchScanUtils {
  private static final Duration POLL = Duration.ofMillis(10);

  /** Holds no state. */
  public BatchScanUtils() {}

  /** All rows of a scanner, which is closed. */
  public static List<InternalRow> collectRows(BatchScanner scanner) {
    return collectAllRows(List.of(scanner));
  }

  /** All rows of the scanners, which are closed. */
  public static List<InternalRow> collectAllRows(List<BatchScanner> scanners) {
    return collectLimitedRows(scanners, Integer.MAX_VALUE);
  }

  /**
   * Rows of the scanners, which are closed, until there are enough; the last batch may bring more.
   */
  public static List<InternalRow> collectLimitedRows(List<BatchScanner> scanners, int limit) {
    List<InternalRow> rows = new ArrayList<>();
    Deque<BatchScanner> open = new ArrayDeque<>(scanners);
    try {
      while (!open.isEmpty() && rows.size() < limit) {
        BatchScanner scanner = open.poll();
        CloseableIterator<InternalRow> batch = scanner.pollBatch(POLL);
        if (batch == null) {
          scanner.close();
        } else {
          rows.addAll(toList(batch));
          open.add(scanner);
        }
      }
      for (BatchScanner scanner : open) {
        scanner.close();
      }
    } catch (IOException e) {
      throw new FlussRuntimeException("Reading a batch failed.", e);
    }
    return rows;
  }

  /** The elements of an iterator, which is closed. */
  public static <T> List<T> toList(CloseableIterator<T> iterator) {
    List<T> elements = new ArrayList<>();
    try (CloseableIterator<T> open = iterator) {
      open.forEachRemaining(elements::add);
    }
    return elements;
  }
}
