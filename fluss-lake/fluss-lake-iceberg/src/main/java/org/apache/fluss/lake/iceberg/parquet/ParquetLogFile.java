// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.row.DataGetters;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.RowType;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * One Parquet data file of a log table: user columns, then bucket, offset and timestamp. Rows come
 * one by one or as a batch, which is written column by column. Honours the table's {@code
 * write.parquet.*} properties. Not thread-safe.
 */
public final class ParquetLogFile implements Closeable {

  private static final int COLUMN_INDEX_TRUNCATE_LENGTH = 64;

  private final Schema schema;
  private final MessageType parquetSchema;
  private final ParquetProperties properties;
  private final BlockCompressor compressor;
  private final long rowGroupBytes;
  private final MetricsConfig metricsConfig;
  private final ParquetFileWriter file;
  private final FieldWriter[] fields;
  private final int rowColumns;
  private final ColumnDescriptor bucketColumn;
  private final ColumnDescriptor offsetColumn;
  private final ColumnDescriptor timestampColumn;

  private ColumnChunkPageWriteStore pages;
  private ColumnWriteStore store;
  private ColumnWriter buckets;
  private ColumnWriter offsets;
  private ColumnWriter timestamps;
  private long groupRows;
  private long nextSizeCheck;
  private long rows;
  private long closedLength = -1;

  /**
   * Opens a file.
   *
   * @param schema the lake table's schema; its last three columns are bucket, offset, timestamp
   * @param rowType the rows' columns; lake columns it lacks are written as null
   * @param tableProperties the lake table's properties
   */
  public ParquetLogFile(
      OutputFile output,
      Schema schema,
      RowType rowType,
      Map<String, String> tableProperties,
      MetricsConfig metricsConfig)
      throws IOException {
    this.schema = schema;
    this.metricsConfig = metricsConfig;
    this.parquetSchema = ParquetSchemaUtil.convert(schema, "table");
    int user = parquetSchema.getFieldCount() - 3;
    this.fields = new FieldWriter[user];
    this.rowColumns = rowType.getFieldCount();
    List<Type> types = parquetSchema.getFields();
    List<String> names = rowType.getFieldNames();
    for (int i = 0; i < user; i++) {
      // Iceberg may have to change a name for Parquet, so columns are paired by field id's position
      int position = names.indexOf(schema.columns().get(i).name());
      if (position >= 0) {
        DataField field = rowType.getFields().get(position);
        FieldWriter writer =
            FieldWriter.of(field.getType(), types.get(i), parquetSchema, types.get(i).getName());
        fields[i] = position == i ? writer : new Moved(writer, position);
      } else if (types.get(i).isRepetition(Type.Repetition.OPTIONAL)) {
        fields[i] = new Missing(columnsBelow(types.get(i).getName()));
      } else {
        throw new IllegalStateException(
            "Lake column '"
                + schema.columns().get(i).name()
                + "' is required, but the rows do not have it.");
      }
    }
    this.bucketColumn = top(user);
    this.offsetColumn = top(user + 1);
    this.timestampColumn = top(user + 2);
    this.properties = properties(tableProperties, offsetColumn.getPath()[0]);
    this.compressor = compressor(tableProperties);
    this.rowGroupBytes =
        longProperty(
            tableProperties,
            TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES,
            TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT);
    this.file =
        new ParquetFileWriter(
            new IcebergFile(output),
            parquetSchema,
            ParquetFileWriter.Mode.CREATE,
            rowGroupBytes,
            0,
            COLUMN_INDEX_TRUNCATE_LENGTH,
            ParquetProperties.DEFAULT_STATISTICS_TRUNCATE_LENGTH,
            true);
    file.start();
    startRowGroup();
  }

  private ColumnDescriptor top(int position) {
    return parquetSchema.getColumnDescription(
        new String[] {parquetSchema.getFields().get(position).getName()});
  }

  private List<ColumnDescriptor> columnsBelow(String name) {
    List<ColumnDescriptor> below = new ArrayList<>();
    for (ColumnDescriptor column : parquetSchema.getColumns()) {
      if (column.getPath()[0].equals(name)) {
        below.add(column);
      }
    }
    return below;
  }

  private ParquetProperties properties(Map<String, String> table, String offsetName) {
    ParquetProperties.Builder builder =
        ParquetProperties.builder()
            .withAllocator(HeapByteBufferAllocator.getInstance())
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
            .withValuesWriterFactory(new SystemColumnEncoding(Set.of(offsetName)))
            .withPageSize(
                (int)
                    longProperty(
                        table,
                        TableProperties.PARQUET_PAGE_SIZE_BYTES,
                        TableProperties.PARQUET_PAGE_SIZE_BYTES_DEFAULT))
            .withPageRowCountLimit(
                (int)
                    longProperty(
                        table,
                        TableProperties.PARQUET_PAGE_ROW_LIMIT,
                        TableProperties.PARQUET_PAGE_ROW_LIMIT_DEFAULT))
            .withDictionaryPageSize(
                (int)
                    longProperty(
                        table,
                        TableProperties.PARQUET_DICT_SIZE_BYTES,
                        TableProperties.PARQUET_DICT_SIZE_BYTES_DEFAULT))
            .withMaxBloomFilterBytes(
                (int)
                    longProperty(
                        table,
                        TableProperties.PARQUET_BLOOM_FILTER_MAX_BYTES,
                        TableProperties.PARQUET_BLOOM_FILTER_MAX_BYTES_DEFAULT));
    for (ColumnDescriptor column : parquetSchema.getColumns()) {
      String parquetName = String.join(".", column.getPath());
      String name = schema.findColumnName(column.getPrimitiveType().getId().intValue());
      if (Boolean.parseBoolean(
          table.get(TableProperties.PARQUET_BLOOM_FILTER_COLUMN_ENABLED_PREFIX + name))) {
        builder.withBloomFilterEnabled(parquetName, true);
        String fpp = table.get(TableProperties.PARQUET_BLOOM_FILTER_COLUMN_FPP_PREFIX + name);
        if (fpp != null) {
          builder.withBloomFilterFPP(parquetName, Double.parseDouble(fpp));
        }
      }
      String stats = table.get(TableProperties.PARQUET_COLUMN_STATS_ENABLED_PREFIX + name);
      if (stats != null) {
        builder.withStatisticsEnabled(parquetName, Boolean.parseBoolean(stats));
      }
    }
    return builder.build();
  }

  private static BlockCompressor compressor(Map<String, String> table) {
    String codec =
        table
            .getOrDefault(
                TableProperties.PARQUET_COMPRESSION,
                TableProperties.PARQUET_COMPRESSION_DEFAULT_SINCE_1_4_0)
            .toUpperCase(Locale.ROOT);
    String level = table.get(TableProperties.PARQUET_COMPRESSION_LEVEL);
    return new BlockCompressor(
        CompressionCodecName.valueOf(codec.equals("NONE") ? "UNCOMPRESSED" : codec),
        level == null ? null : Integer.valueOf(level));
  }

  private static long longProperty(Map<String, String> properties, String key, long absent) {
    String value = properties.get(key);
    return value == null ? absent : Long.parseLong(value);
  }

  private void startRowGroup() {
    pages =
        new ColumnChunkPageWriteStore(
            compressor,
            parquetSchema,
            properties.getAllocator(),
            COLUMN_INDEX_TRUNCATE_LENGTH,
            properties.getPageWriteChecksumEnabled());
    store = properties.newColumnWriteStore(parquetSchema, pages, pages);
    for (FieldWriter field : fields) {
      field.bind(store::getColumnWriter);
    }
    buckets = store.getColumnWriter(bucketColumn);
    offsets = store.getColumnWriter(offsetColumn);
    timestamps = store.getColumnWriter(timestampColumn);
    groupRows = 0;
    nextSizeCheck = 1000;
  }

  /**
   * Appends a row.
   *
   * @param timestampMs commit time, milliseconds since the epoch
   */
  public void append(InternalRow row, int bucket, long offset, long timestampMs)
      throws IOException {
    if (row.getFieldCount() != rowColumns) {
      throw new IllegalStateException(
          "A row has " + row.getFieldCount() + " columns, the table " + rowColumns + ".");
    }
    for (int i = 0; i < fields.length; i++) {
      fields[i].write(row, i, 0, 0);
    }
    buckets.write(bucket, 0, 0);
    offsets.write(offset, 0, 0);
    timestamps.write(timestampMs * 1000L, 0, 0);
    endRows(1);
  }

  /** Appends a batch column by column. */
  public void append(ArrowRecordBatch batch, int bucket) throws IOException {
    if (batch.columnCount() != rowColumns) {
      throw new IllegalStateException(
          "A batch has " + batch.columnCount() + " columns, the table " + rowColumns + ".");
    }
    int count = batch.rowCount();
    for (int i = 0; i < fields.length; i++) {
      fields[i].write(batch, i);
    }
    long micros = batch.timestamp() * 1000L;
    for (int r = 0; r < count; r++) {
      buckets.write(bucket, 0, 0);
      offsets.write(batch.offset(r), 0, 0);
      timestamps.write(micros, 0, 0);
    }
    endRows(count);
  }

  private void endRows(int count) throws IOException {
    for (int r = 0; r < count; r++) {
      store.endRecord();
    }
    rows += count;
    groupRows += count;
    if (groupRows >= nextSizeCheck) {
      long buffered = store.getBufferedSize();
      if (buffered >= rowGroupBytes) {
        flushRowGroup();
        startRowGroup();
      } else {
        // half way to where the group would be full
        long perRow = Math.max(1, buffered / groupRows);
        nextSizeCheck =
            groupRows + Math.max(1000, Math.min(100_000, (rowGroupBytes - buffered) / perRow / 2));
      }
    }
  }

  private void flushRowGroup() throws IOException {
    if (groupRows > 0) {
      file.startBlock(groupRows);
      store.flush();
      pages.flushToFileWriter(file);
      file.endBlock();
    }
    store.close();
    pages.close();
  }

  /** Bytes written and buffered so far; exact after {@link #close}. */
  public long length() throws IOException {
    return closedLength >= 0 ? closedLength : file.getPos() + store.getBufferedSize();
  }

  /** Rows appended. */
  public long rows() {
    return rows;
  }

  @Override
  public void close() throws IOException {
    if (closedLength >= 0) {
      return;
    }
    flushRowGroup();
    file.end(Map.of("iceberg.schema", SchemaParser.toJson(schema)));
    closedLength = file.getPos();
    file.close();
  }

  /** Column metrics for the manifest; only after {@link #close}. */
  public Metrics metrics() {
    return ParquetUtil.footerMetrics(footer(), Stream.empty(), metricsConfig);
  }

  /** Where row groups start; only after {@link #close}. */
  public List<Long> splitOffsets() {
    return ParquetUtil.getSplitOffsets(footer());
  }

  private ParquetMetadata footer() {
    return file.getFooter();
  }

  /** A lake column whose place in the rows is another one. */
  private static final class Moved extends FieldWriter {
    private final FieldWriter writer;
    private final int position;

    Moved(FieldWriter writer, int position) {
      super(false);
      this.writer = writer;
      this.position = position;
    }

    @Override
    void bind(Function<ColumnDescriptor, ColumnWriter> columns) {
      writer.bind(columns);
    }

    @Override
    void value(DataGetters from, int pos, int rep, int def) {
      writer.write(from, position, rep, def);
    }

    @Override
    void write(ArrowRecordBatch batch, int index) {
      writer.write(batch, position);
    }

    @Override
    void absent(int rep, int def) {
      writer.absent(rep, def);
    }
  }

  /** A lake column that the rows do not have. */
  private static final class Missing extends FieldWriter {
    private final List<ColumnDescriptor> descriptors;
    private final List<ColumnWriter> writers = new ArrayList<>();

    Missing(List<ColumnDescriptor> descriptors) {
      super(false);
      this.descriptors = descriptors;
    }

    @Override
    void bind(Function<ColumnDescriptor, ColumnWriter> columns) {
      writers.clear();
      descriptors.forEach(d -> writers.add(columns.apply(d)));
    }

    @Override
    void value(DataGetters from, int pos, int rep, int def) {
      absent(rep, def);
    }

    @Override
    void write(ArrowRecordBatch batch, int index) {
      for (int r = 0; r < batch.rowCount(); r++) {
        absent(0, 0);
      }
    }

    @Override
    void absent(int rep, int def) {
      for (ColumnWriter writer : writers) {
        writer.writeNull(rep, def);
      }
    }
  }

  /** An Iceberg output file as Parquet wants it. */
  private static final class IcebergFile implements org.apache.parquet.io.OutputFile {
    private final OutputFile output;

    IcebergFile(OutputFile output) {
      this.output = output;
    }

    @Override
    public org.apache.parquet.io.PositionOutputStream create(long blockSizeHint) {
      return new IcebergStream(output.create());
    }

    @Override
    public org.apache.parquet.io.PositionOutputStream createOrOverwrite(long blockSizeHint) {
      return new IcebergStream(output.createOrOverwrite());
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }

    @Override
    public String getPath() {
      return output.location();
    }
  }

  private static final class IcebergStream extends org.apache.parquet.io.PositionOutputStream {
    private final PositionOutputStream stream;

    IcebergStream(PositionOutputStream stream) {
      this.stream = stream;
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public void write(int b) throws IOException {
      stream.write(b);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
      stream.write(b, off, len);
    }

    @Override
    public void flush() throws IOException {
      stream.flush();
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
