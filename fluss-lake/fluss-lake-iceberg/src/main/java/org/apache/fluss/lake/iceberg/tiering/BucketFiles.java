// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.fluss.types.RowType;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.util.PropertyUtil;

/**
 * The data files of one bucket and round: one, more when one reaches the table's target size. Not
 * thread-safe.
 */
final class BucketFiles {

  private final Table table;
  private final RowType rowType;
  private final StructLike partition;
  private final FileFormat format;
  private final OutputFileFactory names;
  private final long targetBytes;
  private final List<DataFile> written = new ArrayList<>();
  private LogFile current;

  BucketFiles(Table table, RowType rowType, StructLike partition, int bucket) {
    this.table = table;
    this.rowType = rowType;
    this.partition = partition;
    this.format = format(table);
    this.names = OutputFileFactory.builderFor(table, bucket, 0).format(format).build();
    this.targetBytes =
        PropertyUtil.propertyAsLong(
            table.properties(),
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
  }

  static FileFormat format(Table table) {
    return FileFormat.valueOf(
        table
            .properties()
            .getOrDefault(
                TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT)
            .toUpperCase(Locale.ROOT));
  }

  /** The file that takes the next row. */
  LogFile open() throws IOException {
    if (current == null) {
      current = LogFile.open(table, rowType, format, names.newOutputFile(table.spec(), partition));
    }
    return current;
  }

  /** How many files there were before the one {@link #open} gives. */
  int finished() {
    return written.size();
  }

  void rollIfFull() throws IOException {
    if (current.length() >= targetBytes) {
      finishFile();
    }
  }

  private void finishFile() throws IOException {
    LogFile finished = current;
    finished.close();
    written.add(finished.toDataFile(table, partition));
    current = null;
  }

  /** All files; no more rows come. */
  List<DataFile> finish() throws IOException {
    if (current != null) {
      finishFile();
    }
    return written;
  }

  /** Deletes all files. */
  void discard() throws IOException {
    List<String> locations =
        written.stream().map(ContentFile::location).collect(Collectors.toList());
    try {
      if (current != null) {
        locations.add(current.location());
        current.abandon();
      }
    } finally {
      IcebergLakeCommitter.delete(table.io(), locations);
    }
  }
}
