// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.client.converter.RowToPojo;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.TypedScanRecord;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.types.RowType;

/** Makes objects of the rows another scanner reads. */
public class TypedLogScannerImpl<T> implements TypedLogScanner<T> {
  private final LogScanner scanner;
  private final RowToPojo<T> converter;

  /**
   * @param projectedColumns positions of the columns the scanner reads; null for all
   */
  public TypedLogScannerImpl(
      LogScanner scanner, Class<T> pojoClass, TableInfo tableInfo, int[] projectedColumns) {
    RowType type = tableInfo.getRowType();
    this.scanner = scanner;
    this.converter =
        RowToPojo.create(
            pojoClass, projectedColumns == null ? type : type.project(projectedColumns));
  }

  @Override
  public TypedScanRecords<T> poll(Duration timeout) {
    ScanRecords rows = scanner.poll(timeout);
    if (rows.isEmpty()) {
      return TypedScanRecords.empty();
    }
    Map<TableBucket, List<TypedScanRecord<T>>> objects = new HashMap<>();
    for (TableBucket bucket : rows.buckets()) {
      List<TypedScanRecord<T>> converted = new ArrayList<>();
      for (ScanRecord record : rows.records(bucket)) {
        converted.add(new TypedScanRecord<>(record, converter.object(record.getRow())));
      }
      objects.put(bucket, converted);
    }
    return new TypedScanRecords<>(objects);
  }

  @Override
  public void subscribe(int bucket, long offset) {
    scanner.subscribe(bucket, offset);
  }

  @Override
  public void subscribe(long partitionId, int bucket, long offset) {
    scanner.subscribe(partitionId, bucket, offset);
  }

  @Override
  public void subscribeFromBeginning(int bucket) {
    scanner.subscribeFromBeginning(bucket);
  }

  @Override
  public void subscribeFromBeginning(long partitionId, int bucket) {
    scanner.subscribeFromBeginning(partitionId, bucket);
  }

  @Override
  public void unsubscribe(long partitionId, int bucket) {
    scanner.unsubscribe(partitionId, bucket);
  }

  @Override
  public void wakeup() {
    scanner.wakeup();
  }

  @Override
  public void close() {
    try {
      scanner.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new FlussRuntimeException("The scanner cannot be closed.", e);
    }
  }
}
