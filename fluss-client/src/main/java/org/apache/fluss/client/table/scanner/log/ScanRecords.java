// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.metadata.TableBucket;

/** Rows of several buckets, those of each in the order of its log. */
@PublicEvolving
public class ScanRecords implements Iterable<ScanRecord> {
  /** No rows. */
  public static final ScanRecords EMPTY = new ScanRecords(Collections.emptyMap());

  private final Map<TableBucket, List<ScanRecord>> records;

  public ScanRecords(Map<TableBucket, List<ScanRecord>> records) {
    this.records = records;
  }

  /** The rows of a bucket, none if it has none here; unmodifiable. */
  public List<ScanRecord> records(TableBucket bucket) {
    List<ScanRecord> rows = records.get(bucket);
    return rows == null ? Collections.emptyList() : Collections.unmodifiableList(rows);
  }

  /** The buckets rows came from; unmodifiable. */
  public Set<TableBucket> buckets() {
    return Collections.unmodifiableSet(records.keySet());
  }

  /** Number of rows of all buckets. */
  public int count() {
    int count = 0;
    for (List<ScanRecord> rows : records.values()) {
      count += rows.size();
    }
    return count;
  }

  public boolean isEmpty() {
    return records.isEmpty();
  }

  /** All rows, bucket after bucket. */
  @Override
  public Iterator<ScanRecord> iterator() {
    return flat(records.values().iterator());
  }

  static <R> Iterator<R> flat(Iterator<? extends List<R>> lists) {
    return new Iterator<R>() {
      private Iterator<R> current = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        while (!current.hasNext()) {
          if (!lists.hasNext()) {
            return false;
          }
          current = lists.next().iterator();
        }
        return true;
      }

      @Override
      public R next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return current.next();
      }
    };
  }
}
