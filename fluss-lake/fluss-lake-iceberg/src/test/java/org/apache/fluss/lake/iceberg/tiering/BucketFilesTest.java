// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketFilesTest {
  @TempDir private Path folder;

  /** Files of which one cannot be finished. */
  private static final class Disk implements FileIO {
    private static final long serialVersionUID = 1L;

    private final transient FileIO disk;
    private boolean full;

    Disk(FileIO disk) {
      this.disk = disk;
    }

    @Override
    public InputFile newInputFile(String path) {
      return disk.newInputFile(path);
    }

    @Override
    public OutputFile newOutputFile(String path) {
      OutputFile file = disk.newOutputFile(path);
      return new OutputFile() {
        @Override
        public PositionOutputStream create() {
          return stream(file.create());
        }

        @Override
        public PositionOutputStream createOrOverwrite() {
          return stream(file.createOrOverwrite());
        }

        @Override
        public String location() {
          return path;
        }

        @Override
        public InputFile toInputFile() {
          return file.toInputFile();
        }
      };
    }

    private PositionOutputStream stream(PositionOutputStream to) {
      return new PositionOutputStream() {
        @Override
        public long getPos() throws IOException {
          return to.getPos();
        }

        @Override
        public void write(int b) throws IOException {
          to.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
          to.write(bytes, from, count);
        }

        @Override
        public void close() throws IOException {
          to.close();
          if (full) {
            throw new IOException("no space left");
          }
        }
      };
    }

    @Override
    public void deleteFile(String path) {
      disk.deleteFile(path);
    }
  }

  @Test
  void filesAreDeletedThoughTheLastCannotBeClosed() throws Exception {
    Table made =
        new HadoopTables()
            .create(
                new org.apache.iceberg.Schema(
                    Types.NestedField.optional(1, "id", Types.LongType.get()),
                    Types.NestedField.required(2, "__bucket", Types.IntegerType.get()),
                    Types.NestedField.required(3, "__offset", Types.LongType.get()),
                    Types.NestedField.required(4, "__timestamp", Types.TimestampType.withZone())),
                PartitionSpec.unpartitioned(),
                folder.toUri().toString());
    Disk disk = new Disk(made.io());
    TableOperations operations = ((HasTableOperations) made).operations();
    Table table =
        new BaseTable(
            new StaticTableOperations(
                operations.current().metadataFileLocation(), disk, operations.locationProvider()),
            "t");
    BucketFiles files = new BucketFiles(table, RowType.of(DataTypes.BIGINT()), null, 0);
    for (long row = 0; row < 3; row++) {
      files.open().append(GenericRow.of(row), 0, row, row);
      if (row == 1) {
        files.finish();
      }
    }
    assertThat(dataFiles()).hasSize(2);
    disk.full = true;
    assertThatThrownBy(files::discard).isInstanceOf(IOException.class);
    assertThat(dataFiles()).isEmpty();
  }

  private List<Path> dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".parquet"))
          .collect(Collectors.toList());
    }
  }
}
