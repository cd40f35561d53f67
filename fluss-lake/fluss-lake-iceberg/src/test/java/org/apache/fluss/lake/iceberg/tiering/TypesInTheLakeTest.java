// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericArray;
import org.apache.fluss.row.GenericMap;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataTypes;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every type, nested ones and extremes too, in every file format, by rows and by Arrow batch. */
class TypesInTheLakeTest {

  private static final TablePath PATH = TablePath.of("db", "types");

  private static final Schema SCHEMA =
      Schema.newBuilder()
          .column("b", DataTypes.BOOLEAN())
          .column("i8", DataTypes.TINYINT())
          .column("i16", DataTypes.SMALLINT())
          .column("i32", DataTypes.INT())
          .column("i64", DataTypes.BIGINT().copy(false))
          .column("f32", DataTypes.FLOAT())
          .column("f64", DataTypes.DOUBLE())
          .column("c", DataTypes.CHAR(3))
          .column("s", DataTypes.STRING())
          .column("bin", DataTypes.BINARY(2))
          .column("bytes", DataTypes.BYTES())
          .column("d5", DataTypes.DECIMAL(5, 2))
          .column("d18", DataTypes.DECIMAL(18, 3))
          .column("d38", DataTypes.DECIMAL(38, 18))
          .column("day", DataTypes.DATE())
          .column("time", DataTypes.TIME(3))
          .column("ts", DataTypes.TIMESTAMP(6))
          .column("ltz", DataTypes.TIMESTAMP_LTZ(3))
          .column("list", DataTypes.ARRAY(DataTypes.INT()))
          .column("lists", DataTypes.ARRAY(DataTypes.ARRAY(DataTypes.STRING())))
          .column("map", DataTypes.MAP(DataTypes.STRING().copy(false), DataTypes.BIGINT()))
          .column(
              "row",
              DataTypes.ROW(
                  new DataField("x", DataTypes.INT()),
                  new DataField("y", DataTypes.ARRAY(DataTypes.DECIMAL(5, 2)))))
          .build();

  @TempDir Path folder;

  private static BinaryString text(String text) {
    return BinaryString.fromString(text);
  }

  private static Decimal decimal(String text, int precision, int scale) {
    return Decimal.fromBigDecimal(new BigDecimal(text), precision, scale);
  }

  private static List<InternalRow> rows() {
    Map<Object, Object> map = new HashMap<>();
    map.put(text("k"), 1L);
    map.put(text("n"), null);
    InternalRow full =
        GenericRow.of(
            true,
            (byte) -128,
            (short) 32767,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            Float.NaN,
            -0.0,
            text("abc"),
            text("grüß 🛫"),
            new byte[] {1, 2},
            new byte[] {},
            decimal("-999.99", 5, 2),
            decimal("123456789012345.678", 18, 3),
            decimal("-99999999999999999999.999999999999999999", 38, 18),
            (int) LocalDate.of(9999, 12, 31).toEpochDay(),
            86_399_999,
            // ORC itself gets the last second before 1970 wrong
            TimestampNtz.fromMillis(-1001, 999_000),
            TimestampLtz.fromEpochMillis(1_700_000_000_123L),
            new GenericArray(new Object[] {1, null, 3}),
            new GenericArray(
                new Object[] {
                  new GenericArray(new Object[] {text("a"), null}),
                  null,
                  new GenericArray(new Object[] {})
                }),
            new GenericMap(map),
            GenericRow.of(5, new GenericArray(new Object[] {decimal("1.50", 5, 2)})));
    GenericRow empty = new GenericRow(SCHEMA.getColumns().size());
    empty.setField(4, 0L);
    GenericRow hollow = new GenericRow(SCHEMA.getColumns().size());
    hollow.setField(4, 1L);
    hollow.setField(8, text(""));
    hollow.setField(14, (int) LocalDate.of(1, 1, 1).toEpochDay());
    hollow.setField(18, new GenericArray(new Object[] {}));
    hollow.setField(20, new GenericMap(Map.of()));
    hollow.setField(21, GenericRow.of(null, null));
    return List.of(full, empty, hollow);
  }

  @ParameterizedTest
  @CsvSource({"parquet,false", "parquet,true", "avro,false", "orc,false", "orc,true"})
  void everyType(String format, boolean batch) throws Exception {
    LakeRig lake = LakeRig.inFolder(folder);
    TableDescriptor table =
        TableDescriptor.builder()
            .schema(SCHEMA)
            .distributedBy(1)
            .customProperty("iceberg.write.format.default", format)
            .build();
    try (IcebergLakeCatalog catalog = new IcebergLakeCatalog(lake.properties)) {
      catalog.createTable(PATH, table, LakeRig.creating(table));
    }
    TableInfo info = LakeRig.info(PATH, 1, table);
    IcebergWriteResult result;
    if (batch) {
      try (LakeWriter<IcebergWriteResult> writer = lake.writer(info, 0, null)) {
        ((SupportsRecordBatchWrite) writer).write(batchOf(info, 1));
        result = writer.complete();
      }
    } else {
      result = lake.write(info, 0, null, 1, rows().subList(0, 3));
    }
    try (LakeCommitter<IcebergWriteResult, IcebergCommittable> committer = lake.committer(info)) {
      committer.commit(committer.toCommittable(List.of(result)), Map.of());
    }
    check(lake.read(PATH), batch);
  }

  /** A batch whose first row is left out, as when a round begins in the middle of one. */
  private static ArrowRecordBatch batchOf(TableInfo info, long firstOffset) {
    ArrowLogBatchBuilder builder =
        new ArrowLogBatchBuilder(
            info.getRowType(),
            1,
            ArrowCompressionInfo.DEFAULT_COMPRESSION,
            true,
            1 << 20,
            new ArrowCompressionRatioEstimator());
    List<InternalRow> rows = new ArrayList<>();
    rows.add(rows().get(1));
    rows.addAll(rows());
    rows.forEach(row -> builder.append(ChangeType.APPEND_ONLY, row));
    ByteBuffer sealed = builder.seal(-1, -1);
    byte[] bytes = new byte[sealed.remaining()];
    sealed.get(bytes);
    return new ArrowRecordBatch(
        new ArrowBatchReader(info.getRowType())
            .read(bytes, LogBatchHeader.V0_HEADER_SIZE, bytes.length, rows.size()),
        1,
        rows.size() - 1,
        firstOffset,
        1000 + firstOffset,
        null);
  }

  private static void check(List<Record> records, boolean batch) {
    assertThat(records).hasSize(3);
    Record full = records.get(0);
    assertThat(full.getField("b")).isEqualTo(true);
    assertThat(full.getField("i8")).isEqualTo(-128);
    assertThat(full.getField("i16")).isEqualTo(32767);
    assertThat(full.getField("i32")).isEqualTo(Integer.MIN_VALUE);
    assertThat(full.getField("i64")).isEqualTo(Long.MAX_VALUE);
    assertThat(full.getField("f32")).isEqualTo(Float.NaN);
    assertThat(full.getField("f64")).isEqualTo(-0.0);
    assertThat(full.getField("c")).isEqualTo("abc");
    assertThat(full.getField("s")).isEqualTo("grüß 🛫");
    assertThat(full.getField("bin")).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
    assertThat(full.getField("bytes")).isEqualTo(ByteBuffer.wrap(new byte[] {}));
    assertThat(full.getField("d5")).isEqualTo(new BigDecimal("-999.99"));
    assertThat(full.getField("d18")).isEqualTo(new BigDecimal("123456789012345.678"));
    assertThat(full.getField("d38"))
        .isEqualTo(new BigDecimal("-99999999999999999999.999999999999999999"));
    assertThat(full.getField("day")).isEqualTo(LocalDate.of(9999, 12, 31));
    assertThat(full.getField("time")).isEqualTo(LocalTime.of(23, 59, 59, 999_000_000));
    assertThat(full.getField("ts"))
        .isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 58, 999_999_000));
    assertThat(full.getField("ltz"))
        .isEqualTo(Instant.ofEpochMilli(1_700_000_000_123L).atOffset(ZoneOffset.UTC));
    assertThat(full.getField("list")).isEqualTo(Arrays.asList(1, null, 3));
    assertThat(full.getField("lists"))
        .isEqualTo(Arrays.asList(Arrays.asList("a", null), null, List.of()));
    Map<String, Long> map = new HashMap<>();
    map.put("k", 1L);
    map.put("n", null);
    assertThat(full.getField("map")).isEqualTo(map);
    Record row = (Record) full.getField("row");
    assertThat(row.getField("x")).isEqualTo(5);
    assertThat(row.getField("y")).isEqualTo(List.of(new BigDecimal("1.50")));

    Record empty = records.get(1);
    for (String name :
        SCHEMA.getColumnNames().stream()
            .filter(n -> !n.equals("i64"))
            .collect(Collectors.toList())) {
      assertThat(empty.getField(name)).as(name).isNull();
    }
    Record hollow = records.get(2);
    assertThat(hollow.getField("s")).isEqualTo("");
    assertThat(hollow.getField("day")).isEqualTo(LocalDate.of(1, 1, 1));
    assertThat(hollow.getField("list")).isEqualTo(List.of());
    assertThat(hollow.getField("map")).isEqualTo(Map.of());
    assertThat(((Record) hollow.getField("row")).getField("x")).isNull();
    assertThat(records).extracting(r -> r.getField("__offset")).containsExactly(1L, 2L, 3L);
    assertThat(records.get(2).getField("__timestamp"))
        .isEqualTo(Instant.ofEpochMilli(batch ? 1001 : 1003).atOffset(ZoneOffset.UTC));
  }
}
