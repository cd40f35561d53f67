// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.nio.file.Path;
import java.util.List;

/**
 * An ordered map from keys to values, the store of one bucket. Keys are ordered by their unsigned
 * bytes. One thread writes; any number read meanwhile. Nothing is durable before a {@link
 * #checkpoint}. Every method throws {@link org.apache.fluss.exception.KvStorageException} if the
 * store fails. Nothing may be called after {@link #close}; {@link KvEngineLease} sees to that.
 */
public interface KvEngine extends AutoCloseable {
  /** The value of a key, null if it is absent. */
  byte[] get(byte[] key);

  /** The values of keys, in their order, null for those that are absent. */
  List<byte[]> multiGet(List<byte[]> keys);

  /** Collects changes that become visible when the batch is written. */
  WriteBatch newBatch();

  /** Reads on from the first key that is not less than the one given; sees no later changes. */
  Cursor seek(byte[] key);

  /**
   * Makes a directory that holds all that was written, and can be opened as a store of its own.
   * Reads and writes may go on meanwhile; whether those writes are in it is not defined.
   *
   * @param directory must not exist
   */
  void checkpoint(Path directory);

  /** Bytes of memory held for what is not in files yet. */
  long memoryBytes();

  /** Bytes of the files that are in use. */
  long diskBytes();

  @Override
  void close();

  /** Changes in order. A large batch may become visible in parts. Not thread-safe. */
  interface WriteBatch extends AutoCloseable {
    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /** Writes what was collected; the batch is empty then and can be used again. */
    void write();

    @Override
    void close();
  }

  /** A position in the store. Not thread-safe. */
  interface Cursor extends AutoCloseable {
    /** Whether the position is at an entry. */
    boolean isValid();

    byte[] key();

    byte[] value();

    void next();

    @Override
    void close();
  }
}
