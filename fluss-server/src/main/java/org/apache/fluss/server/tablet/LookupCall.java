// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.decode.KeyDecoder;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.LookupResponse;
import org.apache.fluss.rpc.messages.PbLookupReqForBucket;
import org.apache.fluss.rpc.messages.PbLookupRespForBucket;
import org.apache.fluss.rpc.messages.PbValue;
import org.apache.fluss.rpc.netty.server.Session;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.server.kv.CheckedKvRecords;
import org.apache.fluss.server.kv.KvPut;
import org.apache.fluss.server.kv.KvReader;
import org.apache.fluss.server.kv.ReadBudget;
import org.apache.fluss.server.replica.AppendListener;
import org.apache.fluss.server.replica.Replica;
import org.apache.fluss.types.DataType;

/**
 * One request for values by key: read by the pool of readers, and inserted by lanes where the
 * client wants rows for keys that are absent.
 */
final class LookupCall {
  /** Bytes of all values in one answer. */
  static final long MAX_BYTES = 64 << 20;

  private final LookupRequest request;
  private final HostedBuckets buckets;
  private final Executor readers;
  private final boolean inserts;
  private final short apiVersion = Session.current().apiVersion();
  private final Replica[] replicas;
  private final List<List<byte[]>> values = new ArrayList<>();
  private final RuntimeException[] errors;
  private final AtomicInteger open;
  private final CompletableFuture<LookupResponse> answer = new CompletableFuture<>();

  LookupCall(LookupRequest request, HostedBuckets buckets, Executor readers) {
    this.request = request;
    this.buckets = buckets;
    this.readers = readers;
    this.inserts = request.hasInsertIfNotExists() && request.getInsertIfNotExists();
    int count = request.getBucketsReqCount();
    this.replicas = new Replica[count];
    this.errors = new RuntimeException[count];
    this.open = new AtomicInteger(count);
    for (int i = 0; i < count; i++) {
      values.add(null);
    }
  }

  CompletableFuture<LookupResponse> start() {
    if (inserts) {
      if (!request.hasAcks() || !request.hasTimeoutMs()) {
        throw new IllegalArgumentException(
            "A lookup that inserts needs acks and a timeout for its writes.");
      }
      WriteCall.isReplicated(request.getAcks());
    }
    for (int i = 0; i < errors.length; i++) {
      PbLookupReqForBucket bucket = request.getBucketsReqAt(i);
      try {
        replicas[i] =
            buckets.replica(
                new TableBucket(
                    request.getTableId(),
                    bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
                    bucket.getBucketId()));
        replicas[i].leaderStore();
        KeyVersions.ensureKnown(replicas[i].table(), apiVersion);
      } catch (RuntimeException e) {
        errors[i] = e;
      }
    }
    if (errors.length == 0) {
      answer.complete(new LookupResponse());
    } else {
      readers.execute(this::read);
    }
    return answer;
  }

  private void read() {
    ReadBudget budget = new ReadBudget(MAX_BYTES);
    for (int i = 0; i < errors.length; i++) {
      if (errors[i] != null) {
        closed();
        continue;
      }
      try {
        List<byte[]> keys = keys(request.getBucketsReqAt(i));
        KvReader store = replicas[i].leaderStore();
        List<byte[]> found = store.lookup(keys, budget);
        values.set(i, found);
        if (inserts && !keys.isEmpty() && found.contains(null)) {
          insert(i, keys, found);
        } else {
          closed();
        }
      } catch (RuntimeException e) {
        failed(i, e);
      } catch (Error e) {
        failed(i, new UnknownServerException("The lookup failed: " + e, e));
      }
    }
  }

  private static List<byte[]> keys(PbLookupReqForBucket bucket) {
    List<byte[]> keys = new ArrayList<>(bucket.getKeysCount());
    for (int i = 0; i < bucket.getKeysCount(); i++) {
      keys.add(bucket.getKeysAt(i));
    }
    return keys;
  }

  /** Rows with nothing but their key; of two inserts at once the later one changes nothing. */
  private void insert(int index, List<byte[]> keys, List<byte[]> found) {
    Replica replica = replicas[index];
    TableInfo table = replica.table();
    Schema schema = table.getSchema();
    int[] keyColumns = schema.getPrimaryKeyIndexes();
    int[] physical = schema.getColumnIndexes(table.getPhysicalPrimaryKeys());
    KeyDecoder decoder =
        KeyDecoder.ofPrimaryKeyDecoder(
            table.getRowType(),
            table.getPhysicalPrimaryKeys(),
            table.getTableConfig().getKvFormatVersion().orElse(1).shortValue(),
            table.getTableConfig().getDataLakeFormat().orElse(null),
            table.isDefaultBucketKey());
    InternalRow.FieldGetter[] getters = new InternalRow.FieldGetter[physical.length];
    for (int i = 0; i < getters.length; i++) {
      getters[i] = InternalRow.createFieldGetter(table.getRowType().getTypeAt(physical[i]), i);
    }
    RowEncoder encoder =
        RowEncoder.create(table.getTableConfig().getKvFormat(), table.getRowType());
    Object[] partition = partitionValues(replica, table);
    List<byte[]> missing = new ArrayList<>();
    List<byte[]> rows = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (found.get(i) == null) {
        InternalRow key = decoder.decodeKey(keys.get(i));
        Object[] fields = partition.clone();
        for (int k = 0; k < physical.length; k++) {
          fields[physical[k]] = getters[k].getFieldOrNull(key);
        }
        encoder.startNewRow();
        for (int f = 0; f < fields.length; f++) {
          encoder.encodeField(f, fields[f]);
        }
        missing.add(keys.get(i));
        rows.add(StoredValue.encode((short) table.getSchemaId(), encoder.finishRow()));
      }
    }
    replica.put(
        new KvPut(
            CheckedKvRecords.upserts(table.getSchemaId(), missing, rows),
            keyColumns,
            MergeMode.DEFAULT),
        WriteCall.isReplicated(request.getAcks()),
        request.getTimeoutMs(),
        new AppendListener() {
          @Override
          public void appended(long baseOffset, long endOffset) {
            replica.newest(
                missing, inserted -> fill(index, inserted), e -> LookupCall.this.failed(index, e));
          }

          @Override
          public void failed(RuntimeException error) {
            LookupCall.this.failed(index, error);
          }
        });
  }

  /** By column, what the partition says; null for all others. */
  private static Object[] partitionValues(Replica replica, TableInfo table) {
    Object[] fields = new Object[table.getRowType().getFieldCount()];
    if (table.isPartitioned()) {
      List<String> values =
          ResolvedPartitionSpec.fromPartitionName(
                  table.getPartitionKeys(), replica.path().getPartitionName())
              .getPartitionValues();
      int[] columns = table.getSchema().getColumnIndexes(table.getPartitionKeys());
      for (int i = 0; i < columns.length; i++) {
        fields[columns[i]] = parse(values.get(i), table.getRowType().getTypeAt(columns[i]));
      }
    }
    return fields;
  }

  private static Object parse(String value, DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
      case STRING:
        return BinaryString.fromString(value);
      case BOOLEAN:
        return Boolean.valueOf(value);
      case TINYINT:
        return Byte.valueOf(value);
      case SMALLINT:
        return Short.valueOf(value);
      case INTEGER:
        return Integer.valueOf(value);
      case BIGINT:
        return Long.valueOf(value);
      default:
        throw new UnsupportedOperationException(
            "A lookup cannot insert rows into partitions by a column of type "
                + type
                + "; write them with an upsert.");
    }
  }

  private void fill(int index, List<byte[]> inserted) {
    List<byte[]> all = new ArrayList<>(values.get(index));
    int next = 0;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) == null) {
        all.set(i, inserted.get(next++));
      }
    }
    values.set(index, all);
    closed();
  }

  private void failed(int index, RuntimeException error) {
    errors[index] = error;
    closed();
  }

  private void closed() {
    if (open.decrementAndGet() > 0) {
      return;
    }
    LookupResponse response = new LookupResponse();
    for (int i = 0; i < errors.length; i++) {
      PbLookupReqForBucket asked = request.getBucketsReqAt(i);
      PbLookupRespForBucket out = response.addBucketsResp().setBucketId(asked.getBucketId());
      if (asked.hasPartitionId()) {
        out.setPartitionId(asked.getPartitionId());
      }
      if (errors[i] != null) {
        ApiError.fromThrowable(errors[i]).applyTo(out);
        continue;
      }
      for (byte[] value : values.get(i)) {
        PbValue position = out.addValues();
        if (value != null) {
          position.setValues(value);
        }
      }
    }
    answer.complete(response);
  }
}
