// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import java.util.Locale;
import org.apache.fluss.lake.iceberg.keys.RoundKeys;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.OutputFileFactory;

/** Writes the position deletes of one bucket and round, all in one file. */
final class PositionDeletes {

  private PositionDeletes() {}

  static FileFormat format(Table table) {
    String format = table.properties().get(TableProperties.DELETE_DEFAULT_FILE_FORMAT);
    return format == null
        ? BucketFiles.format(table)
        : FileFormat.valueOf(format.toUpperCase(Locale.ROOT));
  }

  static OutputFileFactory names(Table table, int bucket) {
    return OutputFileFactory.builderFor(table, bucket, 0)
        .format(format(table))
        .suffix("deletes")
        .build();
  }

  static DeleteFile write(
      Table table, StructLike partition, EncryptedOutputFile output, RoundKeys rows)
      throws IOException {
    PositionDeleteWriter<Record> writer =
        new GenericAppenderFactory(
                table, table.schema(), table.spec(), table.properties(), null, null, null)
            .newPosDeleteWriter(output, format(table), partition);
    PositionDelete<Record> delete = PositionDelete.create();
    try (PositionDeleteWriter<Record> closing = writer) {
      rows.forEachDelete((file, row) -> writer.write(delete.set(file, row)));
    }
    return writer.toDeleteFile();
  }
}
