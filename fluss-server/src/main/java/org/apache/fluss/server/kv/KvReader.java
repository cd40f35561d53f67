// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.exception.RecordTooLargeException;
import org.apache.fluss.record.ValueBatch;

/**
 * The reading side of a store: what all in-sync replicas have. Values are stored values. Any
 * thread; every method may read from disk and throws {@link NotLeaderOrFollowerException} once the
 * store is closed.
 */
public final class KvReader {
  private static final byte[] START = {};

  private final String name;
  private final KvEngineLease lease;
  private volatile Long rowCount;

  KvReader(String name, KvEngineLease lease, Long rowCount) {
    this.name = name;
    this.lease = lease;
    this.rowCount = rowCount;
  }

  void rowCount(Long now) {
    rowCount = now;
  }

  private <T> T read(Function<KvEngine, T> read) {
    if (!lease.tryAcquire()) {
      throw new NotLeaderOrFollowerException("The store of " + name + " was closed meanwhile.");
    }
    try {
      return read.apply(lease.engine());
    } finally {
      lease.release();
    }
  }

  /** The values of keys, in their order, null for those that are absent. */
  public List<byte[]> lookup(List<byte[]> keys) {
    return read(
        engine ->
            keys.size() == 1
                ? Collections.singletonList(engine.get(keys.get(0)))
                : engine.multiGet(keys));
  }

  /**
   * The values of all keys that begin with some bytes, in the order of keys.
   *
   * @param maxBytes limit of all values together
   * @throws RecordTooLargeException if they are more
   */
  public List<byte[]> prefixLookup(byte[] prefix, long maxBytes) {
    return read(
        engine -> {
          List<byte[]> values = new ArrayList<>();
          long left = maxBytes;
          try (KvEngine.Cursor cursor = engine.seek(prefix)) {
            for (; cursor.isValid() && startsWith(cursor.key(), prefix); cursor.next()) {
              byte[] value = cursor.value();
              left -= value.length;
              if (left < 0) {
                throw new RecordTooLargeException(
                    "The rows of "
                        + name
                        + " with the prefix are more than "
                        + maxBytes
                        + " bytes; look up a longer prefix.");
              }
              values.add(value);
            }
          }
          return values;
        });
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  /**
   * The values of the first keys as a value batch.
   *
   * @param limit number of keys; below 0 counts as 0
   * @param maxBytes limit of all values together
   * @throws RecordTooLargeException if they are more
   */
  public byte[] limitScan(int limit, long maxBytes) {
    return read(
        engine -> {
          List<byte[]> values = new ArrayList<>();
          long left = maxBytes;
          try (KvEngine.Cursor cursor = engine.seek(START)) {
            for (; values.size() < limit && cursor.isValid(); cursor.next()) {
              byte[] value = cursor.value();
              left -= value.length;
              if (left < 0) {
                throw new RecordTooLargeException(
                    "The first "
                        + limit
                        + " rows of "
                        + name
                        + " are more than "
                        + maxBytes
                        + " bytes; ask for fewer.");
              }
              values.add(value);
            }
          }
          return ValueBatch.encode(values);
        });
  }

  /**
   * Number of keys.
   *
   * @throws InvalidTableException if nobody counts
   */
  public long rowCount() {
    Long count = rowCount;
    if (count == null) {
      throw new InvalidTableException(
          "The rows of "
              + name
              + " are not counted: its changelog image is WAL, or it goes on from a snapshot that"
              + " has no count.");
    }
    return count;
  }
}
