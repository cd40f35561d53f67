// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.KvStorageException;
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

  /** Keys whose values are in memory before they are counted. */
  private static final int KEYS_AT_ONCE = 256;

  private final String name;
  private final KvEngineLease lease;
  private volatile Long rowCount;
  private volatile Consumer<KvStorageException> failed = e -> {};

  KvReader(String name, KvEngineLease lease, Long rowCount) {
    this.name = name;
    this.lease = lease;
    this.rowCount = rowCount;
  }

  void rowCount(Long now) {
    rowCount = now;
  }

  /** Who is told, by the reading thread, that the store fails. */
  public void onFailure(Consumer<KvStorageException> listener) {
    failed = listener;
  }

  private <T> T read(Function<KvEngine, T> read) {
    if (!lease.tryAcquire()) {
      throw new NotLeaderOrFollowerException("The store of " + name + " was closed meanwhile.");
    }
    try {
      return read.apply(lease.engine());
    } catch (KvStorageException e) {
      failed.accept(e);
      throw e;
    } finally {
      lease.release();
    }
  }

  /**
   * The values of keys, in their order, null for those that are absent.
   *
   * @throws RecordTooLargeException if they are more than the budget allows
   */
  public List<byte[]> lookup(List<byte[]> keys, ReadBudget budget) {
    return read(
        engine -> {
          List<byte[]> values = new ArrayList<>(keys.size());
          for (int i = 0; i < keys.size(); i += KEYS_AT_ONCE) {
            List<byte[]> some = keys.subList(i, Math.min(keys.size(), i + KEYS_AT_ONCE));
            List<byte[]> found =
                some.size() == 1
                    ? Collections.singletonList(engine.get(some.get(0)))
                    : engine.multiGet(some);
            found.forEach(budget::take);
            values.addAll(found);
          }
          return values;
        });
  }

  /**
   * The values of all keys that begin with some bytes, in the order of keys.
   *
   * @throws RecordTooLargeException if they are more than the budget allows
   */
  public List<byte[]> prefixLookup(byte[] prefix, ReadBudget budget) {
    return read(
        engine -> {
          List<byte[]> values = new ArrayList<>();
          try (KvEngine.Cursor cursor = engine.seek(prefix)) {
            for (; cursor.isValid() && startsWith(cursor.key(), prefix); cursor.next()) {
              byte[] value = cursor.value();
              budget.take(value);
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
