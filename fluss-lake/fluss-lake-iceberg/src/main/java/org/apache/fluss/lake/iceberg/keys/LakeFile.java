// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.Avro;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.DeleteLoader;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.avro.PlannedDataReader;
import org.apache.iceberg.data.orc.GenericOrcReader;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.orc.ORC;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.TypeUtil;

/** Reads data files of a lake table, whatever their format, without the rows that are deleted. */
public final class LakeFile {

  private LakeFile() {}

  /** Deletes of some files, each delete file read once. Not thread-safe. */
  public static final class LoadedDeletes {
    private final FileIO io;
    private final DeleteLoader loader;

    /** Deletes that lie in {@code io}. */
    public LoadedDeletes(FileIO io) {
      this.io = io;
      Map<String, Object> loaded = new HashMap<>();
      this.loader =
          new BaseDeleteLoader(file -> io.newInputFile(file.location())) {
            @Override
            protected boolean canCache(long size) {
              return true;
            }

            @Override
            @SuppressWarnings("unchecked")
            protected <V> V getOrLoad(String key, Supplier<V> load, long size) {
              Object known = loaded.get(key);
              if (known == null) {
                known = load.get();
                loaded.put(key, known);
              }
              return (V) known;
            }
          };
    }
  }

  /** A visitor of rows. */
  @FunctionalInterface
  public interface RowVisitor {
    /**
     * Takes a row.
     *
     * @param row the wanted columns in the wanted order, then others; valid during the call
     * @param position of the row in its file
     */
    void row(Record row, long position) throws IOException;
  }

  /**
   * Visits the rows of a file that are not deleted, in their order.
   *
   * @param tableSchema the table's schema
   * @param wanted columns of it
   */
  public static void read(
      FileScanTask task,
      LoadedDeletes deletes,
      Schema tableSchema,
      Schema wanted,
      RowVisitor visitor)
      throws IOException {
    Schema columns = TypeUtil.join(wanted, new Schema(List.of(MetadataColumns.ROW_POSITION)));
    GenericDeleteFilter filter =
        new GenericDeleteFilter(deletes.io, task, tableSchema, columns) {
          @Override
          protected DeleteLoader newDeleteLoader() {
            return deletes.loader;
          }
        };
    int position = wanted.columns().size();
    try (CloseableIterable<Record> rows =
        filter.filter(
            open(deletes.io.newInputFile(task.file().location()), task, filter.requiredSchema()))) {
      for (Record row : rows) {
        visitor.row(row, (Long) row.get(position));
      }
    }
  }

  private static CloseableIterable<Record> open(
      InputFile input, FileScanTask task, Schema columns) {
    switch (task.file().format()) {
      case PARQUET:
        return Parquet.read(input)
            .project(columns)
            .reuseContainers()
            .createReaderFunc(file -> GenericParquetReaders.buildReader(columns, file))
            .build();
      case ORC:
        Schema stored = TypeUtil.selectNot(columns, MetadataColumns.metadataFieldIds());
        return ORC.read(input)
            .project(stored)
            .createReaderFunc(file -> GenericOrcReader.buildReader(columns, file))
            .build();
      case AVRO:
        return Avro.read(input)
            .project(columns)
            .createResolvingReader(PlannedDataReader::create)
            .build();
      default:
        throw new UnsupportedOperationException(
            "Cannot read " + task.file().location() + ": " + task.file().format() + " files.");
    }
  }
}
