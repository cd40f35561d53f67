// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.table.scanner.TypedScanRecord;
import org.apache.fluss.metadata.TableBucket;

/** Objects made of rows of several buckets, those of each in the order of its log. */
@PublicEvolving
public class TypedScanRecords<T> implements Iterable<TypedScanRecord<T>> {
  private final Map<TableBucket, List<TypedScanRecord<T>>> records;

  public TypedScanRecords(Map<TableBucket, List<TypedScanRecord<T>>> records) {
    this.records = records;
  }

  /** No objects. */
  public static <T> TypedScanRecords<T> empty() {
    return new TypedScanRecords<>(Collections.emptyMap());
  }

  /** The objects of a bucket, none if it has none here; unmodifiable. */
  public List<TypedScanRecord<T>> records(TableBucket bucket) {
    List<TypedScanRecord<T>> objects = records.get(bucket);
    return objects == null ? Collections.emptyList() : Collections.unmodifiableList(objects);
  }

  /** The buckets objects came from; unmodifiable. */
  public Set<TableBucket> buckets() {
    return Collections.unmodifiableSet(records.keySet());
  }

  /** Number of objects of all buckets. */
  public int count() {
    return records.values().stream().mapToInt(List::size).sum();
  }

  public boolean isEmpty() {
    return records.isEmpty();
  }

  /** All objects, bucket after bucket. */
  @Override
  public Iterator<TypedScanRecord<T>> iterator() {
    return ScanRecords.flat(records.values().iterator());
  }
}
