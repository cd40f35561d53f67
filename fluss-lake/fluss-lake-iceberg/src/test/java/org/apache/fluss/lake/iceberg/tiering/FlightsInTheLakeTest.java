// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.fluss.compression.ArrowCompressionInfo;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.SupportsRecordBatchWrite;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.record.arrow.ArrowBatchReader;
import org.apache.fluss.record.arrow.ArrowLogBatchBuilder;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataTypes;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three million real flights: one file per bucket and round, small, and all there. */
class FlightsInTheLakeTest {

  private static final Logger LOG = LoggerFactory.getLogger(FlightsInTheLakeTest.class);
  private static final Path FLIGHTS = Path.of("../../tools/quickstart/data/flights-3m.csv.zst");
  private static final int BUCKETS = 4;
  private static final long MAX_BYTES = 14_000_000;

  @TempDir Path folder;

  @Test
  void threeMillionFlights() throws Exception {
    TableDescriptor table =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("date", DataTypes.TIMESTAMP(6))
                    .column("delay", DataTypes.INT())
                    .column("distance", DataTypes.INT())
                    .column("origin", DataTypes.STRING())
                    .column("destination", DataTypes.STRING())
                    .build())
            .distributedBy(BUCKETS)
            .build();
    LakeRig lake = LakeRig.inFolder(folder);
    TablePath path = TablePath.of("demo", "flights");
    TableInfo info = LakeRig.info(path, 1, table);
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(lake.properties)) {
      catalog.createTable(path, table, LakeRig.creating(table));
    }

    List<List<ArrowRecordBatch>> batches = batches(info);
    long start = System.nanoTime();
    List<IcebergWriteResult> results = new ArrayList<>();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      try (LakeWriter<IcebergWriteResult> writer = lake.writer(info, bucket, null)) {
        for (ArrowRecordBatch batch : batches.get(bucket)) {
          ((SupportsRecordBatchWrite) writer).write(batch);
        }
        results.add(writer.complete());
      }
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      committer.commit(committer.toCommittable(results), Map.of());
    }

    long bytes = 0;
    for (IcebergWriteResult result : results) {
      assertThat(result.files().dataFiles()).hasSize(1);
      bytes += result.files().dataFiles()[0].fileSizeInBytes();
    }
    LOG.info("3 M flights: {} bytes, {} ms for writing", bytes, millis);
    checkEncodings(results.get(0).files().dataFiles()[0]);
    checkContent(lake, path);
    assertThat(bytes).isLessThanOrEqualTo(MAX_BYTES);
  }

  private static List<List<ArrowRecordBatch>> batches(TableInfo info) throws Exception {
    List<List<ArrowRecordBatch>> batches = new ArrayList<>();
    for (int i = 0; i < BUCKETS; i++) {
      batches.add(new ArrayList<>());
    }
    ArrowBatchReader reader = new ArrowBatchReader(info.getRowType());
    ArrowLogBatchBuilder builder =
        new ArrowLogBatchBuilder(
            info.getRowType(),
            1,
            ArrowCompressionInfo.NO_COMPRESSION,
            true,
            1 << 20,
            new ArrowCompressionRatioEstimator());
    long[] offsets = new long[BUCKETS];
    int sealed = 0;
    DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    Map<String, TimestampNtz> times = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new ZstdInputStream(Files.newInputStream(FLIGHTS)), StandardCharsets.US_ASCII))) {
      lines.readLine(); // names
      String line = lines.readLine();
      while (line != null) {
        String[] parts = line.split(",");
        TimestampNtz time =
            times.computeIfAbsent(
                parts[0],
                t ->
                    TimestampNtz.fromMillis(
                        LocalDateTime.parse(t, format).toInstant(ZoneOffset.UTC).toEpochMilli()));
        builder.append(
            ChangeType.APPEND_ONLY,
            GenericRow.of(
                time,
                Integer.valueOf(parts[1]),
                Integer.valueOf(parts[2]),
                BinaryString.fromString(parts[3]),
                BinaryString.fromString(parts[4])));
        line = lines.readLine();
        if (builder.isFull() || line == null) {
          int bucket = sealed++ % BUCKETS;
          byte[] bytes = bytes(builder.seal(-1, -1));
          int count = builder.recordCount();
          builder.reset();
          batches
              .get(bucket)
              .add(
                  new ArrowRecordBatch(
                      reader.read(bytes, LogBatchHeader.V0_HEADER_SIZE, bytes.length, count),
                      0,
                      count,
                      offsets[bucket],
                      1_700_000_000_000L + sealed * 7L,
                      null));
          offsets[bucket] += count;
        }
      }
    }
    return batches;
  }

  private static byte[] bytes(ByteBuffer sealed) {
    byte[] bytes = new byte[sealed.remaining()];
    sealed.get(bytes);
    return bytes;
  }

  private static void checkEncodings(DataFile file) throws Exception {
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new LocalInputFile(
                Path.of(
                    java.net.URI.create(file.location().replaceFirst("^file:/*", "file:///")))))) {
      for (ColumnChunkMetaData column : reader.getFooter().getBlocks().get(0).getColumns()) {
        assertThat(column.getCodec()).isEqualTo(CompressionCodecName.ZSTD);
        LOG.info("{} {} {} bytes", column.getPath(), column.getEncodings(), column.getTotalSize());
        Set<Encoding> encodings = column.getEncodings();
        if (column.getPath().toDotString().equals("__offset")) {
          assertThat(encodings)
              .contains(Encoding.DELTA_BINARY_PACKED)
              .doesNotContain(Encoding.PLAIN);
        } else {
          assertThat(encodings.toString()).contains("_DICTIONARY");
        }
      }
    }
  }

  private static void checkContent(LakeRig lake, TablePath path) throws Exception {
    long rows = 0;
    long delays = 0;
    long distances = 0;
    long[] next = new long[BUCKETS];
    try (CloseableIterable<Record> all =
        IcebergGenerics.read(lake.table(path))
            .select("delay", "distance", "__bucket", "__offset")
            .build()) {
      for (Record record : all) {
        rows++;
        delays += (Integer) record.getField("delay");
        distances += (Integer) record.getField("distance");
        int bucket = (Integer) record.getField("__bucket");
        assertThat((Long) record.getField("__offset") == next[bucket]++).isTrue();
      }
    }
    assertThat(rows).isEqualTo(3_000_000);
    assertThat(delays).isEqualTo(20_003_603L);
    assertThat(distances).isEqualTo(2_194_861_208L);
  }
}
