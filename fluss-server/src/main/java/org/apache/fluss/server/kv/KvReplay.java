// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.apache.fluss.exception.KvStorageException;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.record.LogRecordBatch;
import org.apache.fluss.record.LogRecordReadContext;
import org.apache.fluss.record.MemoryLogRecords;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.encode.KeyEncoder;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.server.kv.autoinc.AutoIncrement;
import org.apache.fluss.server.log.LogRead;
import org.apache.fluss.server.log.LogReader;
import org.apache.fluss.server.log.ReadBound;
import org.apache.fluss.types.RowType;
import org.apache.fluss.utils.CloseableIterator;

/**
 * Makes a bucket's store what the log says: the changes below the high watermark go into it, those
 * above into the buffer. Nothing may be appended to the log meanwhile. One thread; takes long.
 */
public final class KvReplay {
  private final KvEnvironment environment;
  private final String name;
  private final TableInfo table;
  private final IntFunction<Schema> schemas;
  private final AutoIncrement autoIncrement;
  private final LogReader log;
  private final InternalRow.FieldGetter[] fields;
  private final KeyEncoder keyEncoder;
  private final RowEncoder rowEncoder;
  private final LogRecordReadContext readContext;
  private final PreWriteBuffer buffer;
  private final BooleanSupplier wanted;
  private KvEngine.WriteBatch writeBatch;
  private long highWatermark;
  private long grown;

  private KvReplay(
      KvEnvironment environment,
      String name,
      TableInfo table,
      IntFunction<Schema> schemas,
      AutoIncrement autoIncrement,
      LogReader log,
      BooleanSupplier wanted) {
    this.wanted = wanted;
    this.autoIncrement = autoIncrement;
    this.environment = environment;
    this.name = name;
    this.table = table;
    this.schemas = schemas;
    this.log = log;
    RowType rowType = table.getRowType();
    this.fields = InternalRow.createFieldGetters(rowType);
    this.keyEncoder =
        KeyEncoder.ofPrimaryKeyEncoder(
            rowType,
            table.getPhysicalPrimaryKeys(),
            table.getTableConfig(),
            table.isDefaultBucketKey());
    this.rowEncoder = RowEncoder.create(table.getTableConfig().getKvFormat(), rowType);
    this.readContext =
        LogRecordReadContext.ofWholeBatches(
            table.getTableConfig().getLogFormat(), table.getSchema(), this::schema, null);
    this.buffer = new PreWriteBuffer(environment.budget);
  }

  private Schema schema(int id) {
    return id == table.getSchemaId() ? table.getSchema() : schemas.apply(id);
  }

  /** What a store without any content goes on from. */
  public static KvState emptyState(TableInfo table) {
    boolean counts = table.getTableConfig().getChangelogImage() == ChangelogImage.FULL;
    return new KvState(0, counts ? 0L : null, List.of());
  }

  /**
   * Opens a store and replays the log.
   *
   * @param name of the bucket, for messages
   * @param schemas schemas by id that the table had before
   * @param autoIncrement null if the table has no auto-increment column
   * @param directory of the store; absent, or what was restored
   * @param state what belongs to the content of the directory
   * @param wanted asked now and then whether anybody still wants the store
   * @param whenClosed run once the store is closed, whether this succeeds or not
   * @throws KvStorageException if the store cannot be opened, the log lacks what must be replayed,
   *     or what followers have not copied is more than the buffers may take
   * @throws NotLeaderOrFollowerException if nobody wants the store any more
   */
  public static KvTablet open(
      KvEnvironment environment,
      String name,
      TableInfo table,
      IntFunction<Schema> schemas,
      AutoIncrement autoIncrement,
      Path directory,
      KvState state,
      LogReader log,
      BooleanSupplier wanted,
      Runnable whenClosed) {
    KvEngineLease lease;
    try {
      lease = new KvEngineLease(environment.engines.open(directory), whenClosed);
    } catch (RuntimeException | Error e) {
      whenClosed.run();
      throw e;
    }
    KvReplay replay = null;
    try {
      replay = new KvReplay(environment, name, table, schemas, autoIncrement, log, wanted);
      if (autoIncrement != null) {
        autoIncrement.restore(state.autoIncrementRanges());
      }
      KvState reached = replay.run(lease.engine(), state);
      return new KvTablet(
          name, environment.budget, table, schemas, autoIncrement, lease, replay.buffer, reached);
    } catch (RuntimeException | Error e) {
      if (replay != null) {
        replay.buffer.close();
      }
      lease.release();
      throw e;
    } finally {
      if (replay != null) {
        replay.readContext.close();
      }
    }
  }

  private KvState run(KvEngine engine, KvState from) {
    long start = from.flushedLogOffset();
    // What comes later has a leader of its own.
    long end = log.endOffset();
    highWatermark = start;
    if (start < log.startOffset() || start > end) {
      throw new KvStorageException(
          "The store of "
              + name
              + " must be made from the changelog from offset "
              + start
              + " on, but the local log has offsets from "
              + log.startOffset()
              + " to "
              + end
              + ".");
    }
    writeBatch = engine.newBatch();
    try {
      long offset = start;
      while (offset < end) {
        if (!wanted.getAsBoolean()) {
          throw new NotLeaderOrFollowerException(
              "This server does not lead " + name + " any more.");
        }
        flushBelow(Math.min(end, log.highWatermark()));
        long next = replaySome(offset);
        if (next <= offset) {
          throw new KvStorageException(
              "The log of " + name + " cannot be read at offset " + offset + ".");
        }
        offset = next;
      }
      flushBelow(Math.min(end, log.highWatermark()));
      writeBatch.write();
    } finally {
      writeBatch.close();
    }
    return new KvState(
        highWatermark,
        from.rowCount() == null ? null : Long.valueOf(from.rowCount() + grown),
        List.of());
  }

  /** Followers go on copying meanwhile. */
  private void flushBelow(long offset) {
    if (offset > highWatermark) {
      highWatermark = offset;
      grown += buffer.flush(highWatermark, writeBatch);
    }
  }

  private void ensureRoom() {
    if (environment.budget.isExhausted()) {
      throw new KvStorageException(
          "What followers of "
              + name
              + " have not copied from offset "
              + highWatermark
              + " on is more than the "
              + environment.budget.limitBytes()
              + " bytes of 'server.buffer.memory-size'.");
    }
  }

  /** Replays as much as one read of the log gives; returns where to go on. */
  private long replaySome(long offset) {
    LogRead read = log.read(offset, environment.replayReadBytes, true, ReadBound.LOG_END);
    if (read.region() == null) {
      return read.endOffset();
    }
    ByteBuffer bytes = ByteBuffer.allocate(read.sizeInBytes());
    try {
      read.region().readFully(bytes, 0);
    } catch (IOException e) {
      throw new KvStorageException("Cannot read the log of " + name + ": " + e.getMessage(), e);
    } finally {
      read.region().release();
    }
    long next = offset;
    int at = 0;
    while (bytes.limit() - at >= LogBatchHeader.V0_HEADER_SIZE
        && LogBatchHeader.sizeInBytes(bytes, at) <= bytes.limit() - at) {
      at += LogBatchHeader.sizeInBytes(bytes, at);
    }
    for (LogRecordBatch batch : MemoryLogRecords.pointToBytes(bytes.array(), 0, at).batches()) {
      ensureRoom();
      if (batch.schemaId() > table.getSchemaId()) {
        // Its rows would lose the columns that are new.
        throw new KvStorageException(
            "The log of "
                + name
                + " has rows of schema "
                + batch.schemaId()
                + " at offset "
                + batch.baseLogOffset()
                + ", but only schemas up to "
                + table.getSchemaId()
                + " are known here.");
      }
      try (CloseableIterator<LogRecord> records = batch.records(readContext)) {
        while (records.hasNext()) {
          LogRecord record = records.next();
          if (record.logOffset() >= offset) {
            replay(record);
          }
        }
      }
      next = batch.nextLogOffset();
      buffer.endBatch(next);
    }
    return next;
  }

  private void replay(LogRecord record) {
    ChangeType change = record.getChangeType();
    boolean stored = record.logOffset() < highWatermark;
    if (stored) {
      grown +=
          change == ChangeType.INSERT || change == ChangeType.UPDATE_AFTER
              ? 1
              : change == ChangeType.DELETE || change == ChangeType.UPDATE_BEFORE ? -1 : 0;
    }
    if (change == ChangeType.UPDATE_BEFORE) {
      return;
    }
    if (change == ChangeType.INSERT && autoIncrement != null) {
      autoIncrement.replayed(record.getRow());
    }
    byte[] key = keyEncoder.encodeKey(record.getRow());
    byte[] value = change == ChangeType.DELETE ? null : value(record.getRow());
    if (!stored) {
      buffer.put(key, PreWriteBuffer.hash(key), value, change, record.logOffset());
    } else if (value == null) {
      writeBatch.delete(key);
    } else {
      writeBatch.put(key, value);
    }
  }

  private byte[] value(InternalRow row) {
    rowEncoder.startNewRow();
    for (int i = 0; i < fields.length; i++) {
      rowEncoder.encodeField(i, fields[i].getFieldOrNull(row));
    }
    return StoredValue.encode((short) table.getSchemaId(), rowEncoder.finishRow());
  }
}
