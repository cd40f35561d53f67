// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.KvBatchBuilder;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.record.LogRecordBatch;
import org.apache.fluss.record.LogRecordReadContext;
import org.apache.fluss.record.MemoryLogRecords;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.record.ValueBatch;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.row.encode.KeyEncoder;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.GetTableStatsRequest;
import org.apache.fluss.rpc.messages.LimitScanRequest;
import org.apache.fluss.rpc.messages.LimitScanResponse;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.PbLookupReqForBucket;
import org.apache.fluss.rpc.messages.PbLookupRespForBucket;
import org.apache.fluss.rpc.messages.PbPrefixLookupRespForBucket;
import org.apache.fluss.rpc.messages.PbPutKvReqForBucket;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.PbTableStatsRespForBucket;
import org.apache.fluss.rpc.messages.PbValue;
import org.apache.fluss.rpc.messages.PbValueList;
import org.apache.fluss.rpc.messages.PrefixLookupRequest;
import org.apache.fluss.rpc.messages.PutKvRequest;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.types.DataType;
import org.apache.fluss.utils.CloseableIterator;

/** Calls about one bucket of a primary-key table, with rows given as values by column. */
final class KvCalls {
  final TableBucket bucket;
  private final TabletServerGateway server;
  private final TableInfo table;
  private final IntFunction<Schema> schemas;
  private final KeyEncoder keys;

  /** How a batch is sent; a fluent copy per call. */
  static final class How {
    int acks = -1;
    int timeoutMs = 30_000;
    long writerId = -1;
    int sequence = -1;
    int[] targets = {};
    MergeMode mode = MergeMode.DEFAULT;
    int schemaId;

    How acks(int value) {
      acks = value;
      return this;
    }

    How writer(long id, int batchSequence) {
      writerId = id;
      sequence = batchSequence;
      return this;
    }

    How targets(int... columns) {
      targets = columns;
      return this;
    }

    How mode(MergeMode value) {
      mode = value;
      return this;
    }

    How schema(int id) {
      schemaId = id;
      return this;
    }
  }

  /** A put or delete. */
  static final class Op {
    final boolean delete;
    final Object[] row;

    private Op(boolean delete, Object[] row) {
      this.delete = delete;
      this.row = row;
    }
  }

  static Op upsert(Object... row) {
    return new Op(false, row);
  }

  static Op delete(Object... row) {
    return new Op(true, row);
  }

  /**
   * @param schemas the schemas of the table by id
   */
  KvCalls(
      TabletServerGateway server,
      TableBucket bucket,
      TableInfo table,
      IntFunction<Schema> schemas) {
    this.server = server;
    this.bucket = bucket;
    this.table = table;
    this.schemas = schemas;
    this.keys =
        KeyEncoder.ofPrimaryKeyEncoder(
            table.getRowType(),
            table.getPhysicalPrimaryKeys(),
            table.getTableConfig(),
            table.isDefaultBucketKey());
  }

  TableInfo table() {
    return table;
  }

  private static GenericRow row(Object[] values, int columns) {
    GenericRow row = new GenericRow(columns);
    for (int i = 0; i < Math.min(columns, values.length); i++) {
      row.setField(
          i, values[i] instanceof String ? BinaryString.fromString((String) values[i]) : values[i]);
    }
    return row;
  }

  byte[] key(Object... row) {
    return keys.encodeKey(row(row, table.getRowType().getFieldCount()));
  }

  /** The batch as a client makes it. */
  byte[] batch(How how, Op... ops) {
    int schemaId = how.schemaId == 0 ? table.getSchemaId() : how.schemaId;
    Schema schema = schemas.apply(schemaId);
    KvBatchBuilder builder =
        new KvBatchBuilder(table.getTableConfig().getKvFormat(), schemaId, 1 << 20);
    RowEncoder encoder =
        RowEncoder.create(table.getTableConfig().getKvFormat(), schema.getRowType());
    InternalRow.FieldGetter[] fields = InternalRow.createFieldGetters(schema.getRowType());
    for (Op op : ops) {
      BinaryRow encoded = null;
      if (!op.delete) {
        GenericRow row = row(op.row, fields.length);
        encoder.startNewRow();
        for (int i = 0; i < fields.length; i++) {
          encoder.encodeField(i, fields[i].getFieldOrNull(row));
        }
        encoded = encoder.finishRow();
      }
      builder.append(key(op.row), encoded);
    }
    ByteBuffer sealed = builder.seal(how.writerId, how.sequence);
    byte[] bytes = new byte[sealed.remaining()];
    sealed.get(bytes);
    return bytes;
  }

  CompletableFuture<PutKvResponse> send(How how, byte[] batch) {
    PutKvRequest request =
        new PutKvRequest()
            .setAcks(how.acks)
            .setTableId(bucket.getTableId())
            .setTimeoutMs(how.timeoutMs)
            .setAggMode(how.mode.getProtoValue());
    for (int column : how.targets) {
      request.addTargetColumns(column);
    }
    PbPutKvReqForBucket out =
        request.addBucketsReq().setBucketId(bucket.getBucket()).setRecords(batch);
    if (bucket.getPartitionId() != null) {
      out.setPartitionId(bucket.getPartitionId());
    }
    return server.putKv(request);
  }

  boolean isServed() {
    return !lookupAnswer(new byte[0]).hasErrorCode();
  }

  PbPutKvRespForBucket put(How how, Op... ops) {
    return LogCalls.get(send(how, batch(how, ops))).getBucketsRespAt(0);
  }

  /** Puts, which must succeed; returns the offset behind the batch's changelog. */
  long put(Op... ops) {
    PbPutKvRespForBucket answer = put(new How(), ops);
    assertThat(answer.hasErrorCode())
        .as(answer.hasErrorCode() ? answer.getErrorMessage() : "")
        .isFalse();
    return answer.getLogEndOffset();
  }

  private LookupRequest lookupRequest(byte[]... keyBytes) {
    LookupRequest request = new LookupRequest().setTableId(bucket.getTableId());
    PbLookupReqForBucket out = request.addBucketsReq().setBucketId(bucket.getBucket());
    if (bucket.getPartitionId() != null) {
      out.setPartitionId(bucket.getPartitionId());
    }
    for (byte[] key : keyBytes) {
      out.addKeys(key);
    }
    return request;
  }

  PbLookupRespForBucket lookupAnswer(byte[]... keyBytes) {
    return LogCalls.get(server.lookup(lookupRequest(keyBytes))).getBucketsRespAt(0);
  }

  PbLookupRespForBucket lookupOrInsert(int acks, byte[]... keyBytes) {
    return LogCalls.get(
            server.lookup(
                lookupRequest(keyBytes)
                    .setInsertIfNotExists(true)
                    .setAcks(acks)
                    .setTimeoutMs(30_000)))
        .getBucketsRespAt(0);
  }

  /** Stored values by position; null for absent keys. */
  static List<byte[]> values(PbLookupRespForBucket answer) {
    assertThat(answer.hasErrorCode())
        .as(answer.hasErrorCode() ? answer.getErrorMessage() : "")
        .isFalse();
    List<byte[]> values = new ArrayList<>();
    for (PbValue value : answer.getValuesList()) {
      values.add(value.hasValues() ? value.getValues() : null);
    }
    return values;
  }

  /** The row of a key as text, such as {@code [1, a]}; null if it is absent. */
  String lookup(Object... key) {
    byte[] value = values(lookupAnswer(key(key))).get(0);
    return value == null ? null : text(value);
  }

  List<String> prefixLookup(byte[] prefix) {
    PrefixLookupRequest request = new PrefixLookupRequest().setTableId(bucket.getTableId());
    request.addBucketsReq().setBucketId(bucket.getBucket()).addKeys(prefix);
    PbPrefixLookupRespForBucket answer =
        LogCalls.get(server.prefixLookup(request)).getBucketsRespAt(0);
    assertThat(answer.hasErrorCode())
        .as(answer.hasErrorCode() ? answer.getErrorMessage() : "")
        .isFalse();
    PbValueList list = answer.getValueListsAt(0);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < list.getValuesCount(); i++) {
      rows.add(text(list.getValuesAt(i)));
    }
    return rows;
  }

  List<byte[]> limitScan(int limit) {
    LimitScanRequest request =
        new LimitScanRequest()
            .setTableId(bucket.getTableId())
            .setBucketId(bucket.getBucket())
            .setLimit(limit);
    if (bucket.getPartitionId() != null) {
      request.setPartitionId(bucket.getPartitionId());
    }
    LimitScanResponse answer = LogCalls.get(server.limitScan(request));
    assertThat(answer.hasErrorCode())
        .as(answer.hasErrorCode() ? answer.getErrorMessage() : "")
        .isFalse();
    assertThat(answer.getIsLogTable()).isFalse();
    return ValueBatch.decode(answer.getRecords());
  }

  PbTableStatsRespForBucket stats() {
    GetTableStatsRequest request = new GetTableStatsRequest().setTableId(bucket.getTableId());
    request.addBucketsReq().setBucketId(bucket.getBucket());
    return LogCalls.get(server.getTableStats(request)).getBucketsRespAt(0);
  }

  String text(byte[] value) {
    Schema schema = schemas.apply(StoredValue.schemaId(value));
    DataType[] types = schema.getRowType().getFieldTypes().toArray(new DataType[0]);
    return text(
        schema,
        StoredValue.row(value, RowDecoder.create(table.getTableConfig().getKvFormat(), types)));
  }

  private static String text(Schema schema, InternalRow row) {
    InternalRow.FieldGetter[] fields = InternalRow.createFieldGetters(schema.getRowType());
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = fields[i].getFieldOrNull(row);
    }
    return Arrays.toString(values);
  }

  /** The changelog below the high watermark, such as {@code 0 +I [1, a]}. */
  List<String> changelog() {
    return changelog(new LogCalls(server).readAll(bucket, 0));
  }

  List<String> changelog(byte[] batches) {
    List<String> records = new ArrayList<>();
    try (LogRecordReadContext context =
        LogRecordReadContext.ofWholeBatches(
            table.getTableConfig().getLogFormat(), table.getSchema(), schemas, null)) {
      for (LogRecordBatch batch : MemoryLogRecords.pointToBytes(batches).batches()) {
        try (CloseableIterator<LogRecord> iterator = batch.records(context)) {
          while (iterator.hasNext()) {
            LogRecord record = iterator.next();
            records.add(
                record.logOffset()
                    + " "
                    + record.getChangeType().shortString()
                    + " "
                    + text(table.getSchema(), record.getRow()));
          }
        }
      }
    }
    return records;
  }
}
