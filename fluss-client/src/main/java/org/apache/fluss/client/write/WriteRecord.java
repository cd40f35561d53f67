// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.util.function.Function;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.rpc.protocol.MergeMode;

/** One row on its way into a batch. Lives only as long as the call that writes it. */
@Internal
public final class WriteRecord {
  final TableInfo table;
  final PhysicalTablePath path;

  /** The row of a log table. */
  final InternalRow row;

  /** Encodes rows of the row formats; null for Arrow, whose batches take rows as they are. */
  final Function<InternalRow, BinaryRow> encoding;

  /** Decides the bucket; null if any bucket will do. */
  final byte[] bucketKey;

  /** The primary key; null for a row of a log table. */
  final byte[] key;

  /** The columns a kv record writes; null for all. */
  final int[] targetColumns;

  final MergeMode mergeMode;

  /** The row in its encoded form, made by {@link #encode}. */
  BinaryRow encoded;

  private WriteRecord(
      TableInfo table,
      PhysicalTablePath path,
      InternalRow row,
      Function<InternalRow, BinaryRow> encoding,
      byte[] bucketKey,
      byte[] key,
      int[] targetColumns,
      MergeMode mergeMode) {
    this.table = table;
    this.path = path;
    this.row = row;
    this.encoding = encoding;
    this.bucketKey = bucketKey;
    this.key = key;
    this.targetColumns = targetColumns;
    this.mergeMode = mergeMode;
  }

  /**
   * A row for a log table.
   *
   * @param encoding null if the log format is Arrow
   * @param bucketKey null if the table has no bucket key
   */
  public static WriteRecord forAppend(
      TableInfo table,
      PhysicalTablePath path,
      InternalRow row,
      Function<InternalRow, BinaryRow> encoding,
      byte[] bucketKey) {
    return new WriteRecord(table, path, row, encoding, bucketKey, null, null, null);
  }

  /**
   * A row for a primary key table.
   *
   * @param row null to delete the row of the key
   * @param targetColumns null for all columns; the same array for all records of a writer
   */
  public static WriteRecord forKv(
      TableInfo table,
      PhysicalTablePath path,
      InternalRow row,
      Function<InternalRow, BinaryRow> encoding,
      byte[] key,
      byte[] bucketKey,
      int[] targetColumns,
      MergeMode mergeMode) {
    return new WriteRecord(table, path, row, encoding, bucketKey, key, targetColumns, mergeMode);
  }

  boolean isKv() {
    return key != null;
  }

  void encode() {
    if (row != null && encoding != null) {
      encoded = encoding.apply(row);
    }
  }
}
