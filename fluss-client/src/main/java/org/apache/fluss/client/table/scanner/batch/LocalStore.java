// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.utils.CloseableIterator;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * The stored rows of a bucket in a directory of this machine, by their encoded keys. For one thread
 * at a time.
 */
final class LocalStore implements AutoCloseable {
  private final Path directory;
  private final Options options = new Options().setCreateIfMissing(true);
  private final ReadOptions readOptions = new ReadOptions().setFillCache(false);
  private final WriteOptions writeOptions = new WriteOptions().setDisableWAL(true);
  private final RocksDB db;

  /**
   * @param writable whether rows will be changed; a directory that does not exist is made then
   * @throws FlussRuntimeException if the files are no store
   */
  LocalStore(Path directory, boolean writable) {
    this.directory = directory;
    RocksDB.loadLibrary();
    try {
      if (writable) {
        Files.createDirectories(directory);
      }
      db =
          writable
              ? RocksDB.open(options, directory.toString())
              : RocksDB.openReadOnly(options, directory.toString());
    } catch (RocksDBException | IOException e) {
      closeOptions();
      throw new FlussRuntimeException(directory + " cannot be opened: " + e.getMessage(), e);
    }
  }

  void put(byte[] key, byte[] value) {
    try {
      db.put(writeOptions, key, value);
    } catch (RocksDBException e) {
      throw new FlussRuntimeException(directory + " cannot be written: " + e.getMessage(), e);
    }
  }

  void delete(byte[] key) {
    try {
      db.delete(writeOptions, key);
    } catch (RocksDBException e) {
      throw new FlussRuntimeException(directory + " cannot be written: " + e.getMessage(), e);
    }
  }

  /** The values in the order of their keys; to be closed before the store. */
  CloseableIterator<byte[]> values() {
    RocksIterator entries = db.newIterator(readOptions);
    entries.seekToFirst();
    return new CloseableIterator<byte[]>() {
      @Override
      public boolean hasNext() {
        if (!entries.isOwningHandle()) {
          throw new IllegalStateException("The rows in " + directory + " are closed.");
        }
        if (entries.isValid()) {
          return true;
        }
        try {
          entries.status();
        } catch (RocksDBException e) {
          throw new FlussRuntimeException(directory + " is damaged: " + e.getMessage(), e);
        }
        return false;
      }

      @Override
      public byte[] next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        byte[] value = entries.value();
        entries.next();
        return value;
      }

      @Override
      public void close() {
        entries.close();
      }
    };
  }

  private void closeOptions() {
    writeOptions.close();
    readOptions.close();
    options.close();
  }

  @Override
  public void close() {
    db.close();
    closeOptions();
  }
}
