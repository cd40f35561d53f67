// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import org.apache.fluss.lake.iceberg.keys.BucketScan;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.RowType;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;

/** One file of keys whose older rows are gone. Not thread-safe. */
final class EqualityDeletes {

  private final EqualityDeleteWriter<Record> writer;
  private final RowRecord keys;
  private final String location;

  EqualityDeletes(
      Table table,
      RowType rowType,
      StructLike partition,
      EncryptedOutputFile output,
      FileFormat format) {
    Schema columns = BucketScan.keyColumns(table.schema());
    int[] ids = columns.columns().stream().mapToInt(column -> column.fieldId()).toArray();
    this.keys = RowRecord.withoutSystemColumns(columns, rowType);
    this.location = output.encryptingOutputFile().location();
    this.writer =
        new GenericAppenderFactory(
                table, table.schema(), table.spec(), table.properties(), ids, columns, null)
            .newEqDeleteWriter(output, format, partition);
  }

  void add(InternalRow row) {
    writer.write(keys.of(row));
  }

  String location() {
    return location;
  }

  DeleteFile finish() throws IOException {
    writer.close();
    return writer.toDeleteFile();
  }

  void abandon() throws IOException {
    writer.close();
  }
}
