// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.nio.file.Path;
import java.util.List;
import org.apache.fluss.exception.KvStorageException;
import org.rocksdb.Checkpoint;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/** A RocksDB without write-ahead log: the bucket's log is that. */
final class RocksKvEngine implements KvEngine {
  /** Changes that are written at once, if a limit of bytes does not come first. */
  private static final int BATCH_OPERATIONS = 500;

  private final Path directory;
  private final RocksDB db;
  private final long batchBytes;
  private final WriteOptions writeOptions = new WriteOptions().setDisableWAL(true);
  private final ReadOptions scanOptions = new ReadOptions().setTotalOrderSeek(true);

  /**
   * @param batchBytes size at which a batch is written; 0 for no limit
   */
  RocksKvEngine(Path directory, RocksDB db, long batchBytes) {
    this.directory = directory;
    this.db = db;
    this.batchBytes = batchBytes;
  }

  private KvStorageException failed(String what, RocksDBException e) {
    return new KvStorageException("Cannot " + what + " " + directory + ": " + e.getMessage(), e);
  }

  @Override
  public byte[] get(byte[] key) {
    try {
      return db.get(key);
    } catch (RocksDBException e) {
      throw failed("read", e);
    }
  }

  @Override
  public List<byte[]> multiGet(List<byte[]> keys) {
    try {
      return keys.isEmpty() ? List.of() : db.multiGetAsList(keys);
    } catch (RocksDBException e) {
      throw failed("read", e);
    }
  }

  @Override
  public WriteBatch newBatch() {
    return new Batch();
  }

  private final class Batch implements WriteBatch {
    private final org.rocksdb.WriteBatch batch = new org.rocksdb.WriteBatch();

    // Counted here: asking the batch costs a call of native code each.
    private int operations;
    private long bytes;

    @Override
    public void put(byte[] key, byte[] value) {
      try {
        batch.put(key, value);
      } catch (RocksDBException e) {
        throw failed("write to", e);
      }
      added(key.length + value.length);
    }

    @Override
    public void delete(byte[] key) {
      try {
        batch.delete(key);
      } catch (RocksDBException e) {
        throw failed("write to", e);
      }
      added(key.length);
    }

    private void added(int size) {
      operations++;
      bytes += size;
      if (operations >= BATCH_OPERATIONS || (batchBytes > 0 && bytes >= batchBytes)) {
        write();
      }
    }

    @Override
    public void write() {
      if (operations > 0) {
        try {
          db.write(writeOptions, batch);
        } catch (RocksDBException e) {
          throw failed("write to", e);
        }
        batch.clear();
        operations = 0;
        bytes = 0;
      }
    }

    @Override
    public void close() {
      batch.close();
    }
  }

  @Override
  public Cursor seek(byte[] key) {
    RocksIterator iterator = db.newIterator(scanOptions);
    iterator.seek(key);
    return new Cursor() {
      @Override
      public boolean isValid() {
        if (iterator.isValid()) {
          return true;
        }
        try {
          iterator.status();
        } catch (RocksDBException e) {
          throw failed("read", e);
        }
        return false;
      }

      @Override
      public byte[] key() {
        return iterator.key();
      }

      @Override
      public byte[] value() {
        return iterator.value();
      }

      @Override
      public void next() {
        iterator.next();
      }

      @Override
      public void close() {
        iterator.close();
      }
    };
  }

  @Override
  public void checkpoint(Path target) {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException e) {
      throw failed("write a checkpoint of", e);
    }
  }

  @Override
  public long memoryBytes() {
    return property("rocksdb.cur-size-all-mem-tables")
        + property("rocksdb.estimate-table-readers-mem");
  }

  @Override
  public long diskBytes() {
    return property("rocksdb.live-sst-files-size");
  }

  private long property(String name) {
    try {
      return db.getLongProperty(name);
    } catch (RocksDBException e) {
      throw failed("read '" + name + "' of", e);
    }
  }

  @Override
  public void close() {
    db.close();
    scanOptions.close();
    writeOptions.close();
  }
}
