// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.KeyValueRow;
import org.apache.fluss.row.ProjectedRow;
import org.apache.fluss.utils.CloseableIterator;

/**
 * Merges rows sorted by primary key with later changes sorted the same way: a change wins over the
 * row of its key, and a delete drops it. Not thread-safe.
 */
public class SortMergeReader {
  private final int[] projectedFields;
  private final int[] keyIndexes;
  private final Comparator<InternalRow> keyComparator;
  private final List<CloseableIterator<LogRecord>> rowIterators;
  private final CloseableIterator<KeyValueRow> changes;
  private boolean read;

  /**
   * @param projectedFields positions of the columns of the result; null for all
   * @param pkIndexes positions of the primary key in the rows
   * @param lakeRecordIterator rows in the order of their keys; null for none
   * @param changeLogIterator changes in the order of their keys, one per key
   */
  public SortMergeReader(
      int[] projectedFields,
      int[] pkIndexes,
      CloseableIterator<LogRecord> lakeRecordIterator,
      Comparator<InternalRow> userKeyComparator,
      CloseableIterator<KeyValueRow> changeLogIterator) {
    this(
        projectedFields,
        pkIndexes,
        lakeRecordIterator == null
            ? Collections.emptyList()
            : Collections.singletonList(lakeRecordIterator),
        userKeyComparator,
        changeLogIterator);
  }

  /** As above, with the rows spread over several iterators, each in the order of the keys. */
  public SortMergeReader(
      int[] projectedFields,
      int[] pkIndexes,
      List<CloseableIterator<LogRecord>> lakeRecordIterators,
      Comparator<InternalRow> userKeyComparator,
      CloseableIterator<KeyValueRow> changeLogIterator) {
    this.projectedFields = projectedFields;
    this.keyIndexes = pkIndexes;
    this.keyComparator = userKeyComparator;
    this.rowIterators = lakeRecordIterators;
    this.changes = changeLogIterator;
  }

  /** The merged rows, each a view that is valid until the next; null once they were read. */
  public CloseableIterator<InternalRow> readBatch() {
    if (read) {
      return null;
    }
    read = true;
    Iterator<InternalRow> merged = new Merged();
    return new CloseableIterator<InternalRow>() {
      @Override
      public boolean hasNext() {
        return merged.hasNext();
      }

      @Override
      public InternalRow next() {
        return merged.next();
      }

      @Override
      public void close() {
        rowIterators.forEach(CloseableIterator::close);
        changes.close();
      }
    };
  }

  /** The next row of an iterator, and what follows it. */
  private final class Source {
    private final Iterator<LogRecord> iterator;
    private InternalRow row;
    private InternalRow key;

    Source(Iterator<LogRecord> iterator) {
      this.iterator = iterator;
    }

    boolean advance() {
      if (!iterator.hasNext()) {
        return false;
      }
      row = iterator.next().getRow();
      key = ProjectedRow.from(keyIndexes).replaceRow(row);
      return true;
    }
  }

  private final class Merged implements Iterator<InternalRow> {
    private final PriorityQueue<Source> sources =
        new PriorityQueue<>((one, other) -> keyComparator.compare(one.key, other.key));
    private final ProjectedRow projection =
        projectedFields == null ? null : ProjectedRow.from(projectedFields);
    private KeyValueRow change = nextChange();
    private Source used;
    private InternalRow next;

    Merged() {
      for (CloseableIterator<LogRecord> rows : rowIterators) {
        put(new Source(rows));
      }
    }

    private void put(Source source) {
      if (source.advance()) {
        sources.add(source);
      }
    }

    private KeyValueRow nextChange() {
      return changes.hasNext() ? changes.next() : null;
    }

    @Override
    public boolean hasNext() {
      while (next == null) {
        if (used != null) {
          put(used);
          used = null;
        }
        Source source = sources.peek();
        if (source == null && change == null) {
          return false;
        }
        int order =
            source == null
                ? 1
                : change == null ? -1 : keyComparator.compare(source.key, change.keyRow());
        if (order <= 0) {
          used = sources.poll();
        }
        if (order >= 0) {
          next = change.isDelete() ? null : change.valueRow();
          change = nextChange();
        } else {
          next = source.row;
        }
      }
      return true;
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      InternalRow row = next;
      next = null;
      return projection == null ? row : projection.replaceRow(row);
    }
  }
}
