// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.fluss.exception.DeletionDisabledException;
import org.apache.fluss.exception.KvStorageException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.server.kv.autoinc.AutoIncrement;
import org.apache.fluss.server.kv.merge.RowMerger;
import org.apache.fluss.server.kv.merge.RowMergers;
import org.apache.fluss.server.log.AppendResult;
import org.apache.fluss.server.log.LogTablet;

/**
 * The key-value store of one bucket, kept by its leader: a write is merged with what is stored,
 * shows in the log as a changelog batch, waits in a buffer, and comes into the store when all
 * in-sync replicas have it. Owned by the bucket's lane, apart from what is marked otherwise.
 */
public final class KvTablet {
  /** Bytes of changes after which the rest waits for another turn of the lane. */
  private static final long TURN_BYTES = 1 << 20;

  private static final CompletableFuture<Void> READY = CompletableFuture.completedFuture(null);

  private final String name;
  private final BufferBudget budget;
  private final KvSchemas schemas;
  private final Changelog changelog;
  private final RowMergers mergers;

  /** Null if the table has no such column. */
  private final AutoIncrement autoIncrement;

  private final KvEngineLease lease;
  private final KvEngine engine;
  private final KvEngine.WriteBatch writeBatch;
  private final PreWriteBuffer buffer;
  private final KvReader reader;
  private long flushedOffset;
  private Long rowCount;
  private boolean held;
  private boolean closed;

  /**
   * @param source schemas by id that the table had before; asked by the lane
   * @param buffer what the log has beyond {@code state}
   */
  KvTablet(
      String name,
      BufferBudget budget,
      TableInfo table,
      IntFunction<Schema> source,
      AutoIncrement autoIncrement,
      KvEngineLease lease,
      PreWriteBuffer buffer,
      KvState state) {
    this.name = name;
    this.budget = budget;
    this.schemas = new KvSchemas(table, source);
    this.changelog = new Changelog(schemas);
    this.mergers = new RowMergers(table.getTableConfig(), schemas::schema);
    this.autoIncrement = autoIncrement;
    this.lease = lease;
    this.engine = lease.engine();
    this.writeBatch = engine.newBatch();
    this.buffer = buffer;
    this.flushedOffset = state.flushedLogOffset();
    this.rowCount = state.rowCount();
    this.reader = new KvReader(name, lease, rowCount);
  }

  // ---------------------------------------------------------------------------------------- table

  /** The table, as new as it is known here. */
  public TableInfo table() {
    return schemas.table();
  }

  /** The table has a new schema or properties. */
  public void tableChanged(TableInfo table) {
    if (table.getSchemaId() >= schemas.table().getSchemaId()) {
      schemas.changed(table);
      changelog.schemaChanged();
    }
  }

  // --------------------------------------------------------------------------------------- writing

  /**
   * Sees to it that batches can be put without waiting for anything far away.
   *
   * @param upserts number of records in all batches of one {@link #put} up to this one
   * @return completed if it may go on; else it completes on the lane when it may, or with an error
   */
  public CompletableFuture<Void> ready(int upserts) {
    return autoIncrement == null ? READY : autoIncrement.ready(upserts);
  }

  /**
   * Puts what was queued up for this bucket, in order, with one write of the log where its segment
   * allows. Every element succeeds or fails alone and makes one log batch, an empty one if it
   * changes nothing.
   *
   * @return one result per element; errors are those of {@link LogTablet#appendAsLeader}, and what
   *     is wrong with a batch
   * @throws KvStorageException if the store fails; nothing was put, and it must be made anew
   */
  public AppendResult[] put(LogTablet log, List<KvPut> puts) {
    try (LogTablet.LeaderAppend append = log.beginAppend(puts.size())) {
      for (KvPut put : puts) {
        long start = append.nextOffset();
        try {
          AppendResult repeated = append.check(put.records.writerId, put.records.batchSequence);
          if (repeated != null) {
            append.add(repeated);
          } else {
            merge(put, start);
            AppendResult result =
                append.add(changelog.seal(put.records.writerId, put.records.batchSequence));
            if (result.error() != null) {
              buffer.truncateTo(start);
            } else {
              buffer.endBatch(result.lastOffset() + 1);
            }
          }
        } catch (KvStorageException e) {
          throw e;
        } catch (RuntimeException e) {
          buffer.truncateTo(start);
          append.add(AppendResult.failed(e));
        }
      }
      return append.write();
    } finally {
      buffer.truncateTo(log.endOffset());
    }
  }

  /** Builds the changelog of a batch, and buffers its changes. */
  private void merge(KvPut put, long startOffset) {
    CheckedKvRecords records = put.records;
    schemas.ensureKnown(records.schemaId);
    if (budget.isExhaustedFor(buffer)) {
      throw new StorageException(
          "Changes that followers have not copied yet fill the "
              + budget.limitBytes()
              + " bytes of 'server.buffer.memory-size', or the part of them that "
              + name
              + " may take; try again when they have.");
    }
    RowMerger merger = mergers.of(schemas.table().getSchemaId(), put.targetColumns, put.mode);
    DeleteBehavior deletes = merger.deleteBehavior();
    boolean blind = !changelog.isFullImage() && autoIncrement == null && merger.isPlainFullRow();
    byte[][] stored = stored(records, deletes, blind);
    changelog.begin();
    long offset = startOffset;
    for (int i = 0; i < records.keys.length; i++) {
      byte[] key = records.keys[i];
      int hash = records.hashes[i];
      byte[] next = records.values[i];
      if (next == null && deletes == DeleteBehavior.DISABLE) {
        throw new DeletionDisabledException(
            "Table "
                + schemas.table().getTablePath()
                + " does not take deletes: its 'table.delete.behavior' is disable.");
      }
      if (next == null && deletes == DeleteBehavior.IGNORE) {
        continue;
      }
      if (next != null && blind) {
        changelog.add(ChangeType.UPDATE_AFTER, next);
        buffer.put(key, hash, next, ChangeType.UPDATE_AFTER, offset++);
        continue;
      }
      PreWriteBuffer.Entry buffered = buffer.find(key, hash);
      byte[] old = buffered == null ? stored[i] : buffered.value;
      if (next == null) {
        if (old == null) {
          continue;
        }
        byte[] left = merger.delete(old);
        if (left == null) {
          changelog.add(ChangeType.DELETE, old);
          buffer.put(key, hash, null, ChangeType.DELETE, offset++);
        } else {
          offset = update(key, hash, old, left, offset);
        }
      } else if (old == null) {
        byte[] value = merger.merge(null, next);
        if (autoIncrement != null) {
          value = autoIncrement.assign(value, schemas.table().getSchemaId());
        }
        changelog.add(ChangeType.INSERT, value);
        buffer.put(key, hash, value, ChangeType.INSERT, offset++);
      } else {
        byte[] value = merger.merge(old, next);
        if (value != old) {
          offset = update(key, hash, old, value, offset);
        }
      }
    }
  }

  private long update(byte[] key, int hash, byte[] old, byte[] value, long offset) {
    long at = offset;
    if (changelog.isFullImage()) {
      changelog.add(ChangeType.UPDATE_BEFORE, old);
      at++;
    }
    changelog.add(ChangeType.UPDATE_AFTER, value);
    buffer.put(key, hash, value, ChangeType.UPDATE_AFTER, at);
    return at + 1;
  }

  /** By record, what the store has under its key; null also if nobody will ask. */
  private byte[][] stored(CheckedKvRecords records, DeleteBehavior deletes, boolean blind) {
    int count = records.keys.length;
    byte[][] stored = new byte[count][];
    List<byte[]> keys = new ArrayList<>(count);
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      boolean asked = records.values[i] == null ? deletes == DeleteBehavior.ALLOW : !blind;
      if (asked && buffer.find(records.keys[i], records.hashes[i]) == null) {
        places[keys.size()] = i;
        keys.add(records.keys[i]);
      }
    }
    List<byte[]> found = keys.isEmpty() ? List.of() : engine.multiGet(keys);
    for (int i = 0; i < found.size(); i++) {
      stored[places[i]] = found.get(i);
    }
    return stored;
  }

  /**
   * Brings changes into the store. Does nothing below what is there already.
   *
   * @param highWatermark what lies below may be seen by readers
   * @return offset up to which all is in the store now; below the high watermark, at the end of a
   *     batch, if the rest is better left to another turn
   * @throws KvStorageException if the store fails; it must be made anew then
   */
  public long flush(long highWatermark) {
    if (highWatermark <= flushedOffset) {
      return highWatermark;
    }
    long end = buffer.flushable(highWatermark, TURN_BYTES);
    long grown = buffer.flush(end, writeBatch);
    writeBatch.write();
    flushedOffset = end;
    if (rowCount != null && grown != 0) {
      rowCount += grown;
      reader.rowCount(rowCount);
    }
    return end;
  }

  // ------------------------------------------------------------------------------------
  // checkpoints

  /**
   * Begins a checkpoint: until it ends nothing is flushed, so the high watermark must stay. The
   * checkpoint itself may be taken on any thread.
   *
   * @throws IllegalStateException if one has begun already
   */
  public Checkpoint beginCheckpoint() {
    if (held) {
      throw new IllegalStateException("A checkpoint of " + name + " is being taken already.");
    }
    if (!lease.tryAcquire()) {
      throw new IllegalStateException("The store of " + name + " is closed.");
    }
    held = true;
    return new Checkpoint(state());
  }

  /** Whether a checkpoint is being taken. */
  public boolean isHeld() {
    return held;
  }

  private KvState state() {
    return new KvState(
        flushedOffset, rowCount, autoIncrement == null ? List.of() : autoIncrement.ranges());
  }

  /** A store that stands still, and what belongs to it. */
  public final class Checkpoint {
    private final KvState state;

    private Checkpoint(KvState state) {
      this.state = state;
    }

    /** What belongs to the content. */
    public KvState state() {
      return state;
    }

    /** Writes the store to a directory that does not exist. Any thread; may take long. */
    public void write(Path directory) {
      engine.checkpoint(directory);
    }

    /** Lets the store go, once; that may close it, so not on the lane. */
    public void release() {
      lease.release();
    }

    /** Ends the checkpoint, once. Lane. */
    public void end() {
      held = false;
    }
  }

  // ----------------------------------------------------------------------------------------
  // reading

  /** Reads the store. Any thread. */
  public KvReader reader() {
    return reader;
  }

  /** The newest values of a few keys, whether or not all in-sync replicas have them. */
  public List<byte[]> newest(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(engine.multiGet(keys));
    for (int i = 0; i < values.size(); i++) {
      byte[] key = keys.get(i);
      PreWriteBuffer.Entry buffered = buffer.find(key, PreWriteBuffer.hash(key));
      if (buffered != null) {
        values.set(i, buffered.value);
      }
    }
    return values;
  }

  /** Offset of the first change in the log that is not in the store. */
  public long flushedOffset() {
    return flushedOffset;
  }

  /** Bytes of changes that are not in the store. */
  public long bufferedBytes() {
    return buffer.sizeInBytes();
  }

  /** Ends what waits, before {@link #close}. */
  public void end() {
    if (autoIncrement != null) {
      autoIncrement.close();
    }
  }

  /**
   * Gives the store up; it is closed when its last reader is done. Any thread, once nothing else is
   * called; may take long.
   */
  public void close() {
    if (!closed) {
      closed = true;
      buffer.close();
      writeBatch.close();
      lease.release();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
