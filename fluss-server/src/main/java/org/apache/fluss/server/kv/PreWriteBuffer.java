// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.fluss.record.ChangeType;

/**
 * Changes that are in the log and not in the store yet, because not all in-sync replicas have them.
 * By key the newest one is found, by offset they can be taken back or written. For one lane.
 */
final class PreWriteBuffer {
  /** What an entry takes beside its key and value, about. */
  static final int ENTRY_OVERHEAD = 120;

  private static final int FIRST_CAPACITY = 64;
  private static final Comparator<Entry> BY_KEY =
      (one, other) -> Arrays.compareUnsigned(one.key, other.key);

  private final BufferBudget budget;
  private Entry[] table = new Entry[FIRST_CAPACITY];

  /** Number of keys, that is of entries in the table. */
  private int keyCount;

  private Entry oldest;
  private Entry newest;
  private long bytes;

  /** A change. Fields beside the constant ones belong to the buffer. */
  static final class Entry {
    final byte[] key;
    final int hash;

    /** Null for a delete. */
    final byte[] value;

    final ChangeType change;
    final long offset;

    /** Where the batch of the log ends, if this is its last change; else -1. */
    private long batchEnd = -1;

    private Entry inTable;
    private Entry later;
    private Entry earlier;
    private Entry olderOfKey;
    private Entry newerOfKey;

    Entry(byte[] key, int hash, byte[] value, ChangeType change, long offset) {
      this.key = key;
      this.hash = hash;
      this.value = value;
      this.change = change;
      this.offset = offset;
    }

    private long bytes() {
      return ENTRY_OVERHEAD + key.length + (value == null ? 0 : value.length);
    }
  }

  PreWriteBuffer(BufferBudget budget) {
    this.budget = budget;
  }

  static int hash(byte[] key) {
    int hash = Arrays.hashCode(key) * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }

  /** The newest change of a key, null if there is none. */
  Entry find(byte[] key, int hash) {
    for (Entry at = table[hash & (table.length - 1)]; at != null; at = at.inTable) {
      if (at.hash == hash && Arrays.equals(at.key, key)) {
        return at;
      }
    }
    return null;
  }

  /**
   * Adds a change.
   *
   * @param value null for a delete
   * @param offset above all before
   * @throws IllegalArgumentException if it is not
   */
  void put(byte[] key, int hash, byte[] value, ChangeType change, long offset) {
    if (newest != null && offset <= newest.offset) {
      throw new IllegalArgumentException(
          "Offset " + offset + " does not follow offset " + newest.offset + " in the buffer.");
    }
    Entry older = find(key, hash);
    Entry entry = new Entry(older == null ? key : older.key, hash, value, change, offset);
    if (older == null) {
      grow();
      keyCount++;
      insert(entry);
    } else {
      entry.olderOfKey = older;
      older.newerOfKey = entry;
      replace(older, entry);
    }
    entry.earlier = newest;
    if (newest == null) {
      oldest = entry;
    } else {
      newest.later = entry;
    }
    newest = entry;
    account(entry.bytes());
  }

  /** The changes of a batch of the log are there, if it has any; it ends before an offset. */
  void endBatch(long end) {
    if (newest != null && newest.batchEnd < 0) {
      newest.batchEnd = end;
    }
  }

  /**
   * How far to {@link #flush} in one go: to the end of the batch that exceeds a size.
   *
   * @return at most the offset given
   */
  long flushable(long offset, long maxBytes) {
    if (bytes > maxBytes) {
      long sum = 0;
      for (Entry at = oldest; at != null && at.batchEnd < offset; at = at.later) {
        sum += at.bytes();
        if (sum >= maxBytes && at.batchEnd >= 0) {
          return at.batchEnd;
        }
      }
    }
    return offset;
  }

  private void account(long delta) {
    bytes += delta;
    budget.use(delta);
  }

  private void grow() {
    if (keyCount < table.length - table.length / 4) {
      return;
    }
    Entry[] old = table;
    table = new Entry[old.length * 2];
    for (Entry chain : old) {
      for (Entry entry = chain; entry != null; ) {
        Entry next = entry.inTable;
        insert(entry);
        entry = next;
      }
    }
  }

  private void insert(Entry entry) {
    int slot = entry.hash & (table.length - 1);
    entry.inTable = table[slot];
    table[slot] = entry;
  }

  private void remove(Entry entry) {
    int slot = entry.hash & (table.length - 1);
    if (table[slot] == entry) {
      table[slot] = entry.inTable;
    } else {
      Entry at = table[slot];
      while (at.inTable != entry) {
        at = at.inTable;
      }
      at.inTable = entry.inTable;
    }
    entry.inTable = null;
  }

  private void replace(Entry entry, Entry by) {
    remove(entry);
    insert(by);
  }

  /** Takes back all changes from an offset on, newest first. */
  void truncateTo(long offset) {
    while (newest != null && newest.offset >= offset) {
      Entry entry = newest;
      newest = entry.earlier;
      if (newest == null) {
        oldest = null;
      } else {
        newest.later = null;
      }
      Entry older = entry.olderOfKey;
      if (older == null) {
        remove(entry);
        keyCount--;
      } else {
        replace(entry, older);
        older.newerOfKey = null;
      }
      account(-entry.bytes());
    }
    shrink();
  }

  /**
   * Removes all changes below an offset after writing the newest of each key to a batch, in the
   * order of keys: the store takes them twice as fast then.
   *
   * @return by how much the number of keys in the store grows
   */
  long flush(long offset, KvEngine.WriteBatch batch) {
    long grown = 0;
    List<Entry> changes = new ArrayList<>();
    while (oldest != null && oldest.offset < offset) {
      Entry entry = oldest;
      grown += entry.change == ChangeType.INSERT ? 1 : entry.change == ChangeType.DELETE ? -1 : 0;
      Entry newer = entry.newerOfKey;
      if (newer == null || newer.offset >= offset) {
        changes.add(entry);
      }
      if (newer == null) {
        remove(entry);
        keyCount--;
      } else {
        newer.olderOfKey = null;
      }
      oldest = entry.later;
      if (oldest == null) {
        newest = null;
      } else {
        oldest.earlier = null;
      }
      account(-entry.bytes());
    }
    changes.sort(BY_KEY);
    for (Entry entry : changes) {
      if (entry.value == null) {
        batch.delete(entry.key);
      } else {
        batch.put(entry.key, entry.value);
      }
    }
    shrink();
    return grown;
  }

  /** A table that was once large is not kept. */
  private void shrink() {
    if (keyCount == 0 && table.length > 1 << 16) {
      table = new Entry[FIRST_CAPACITY];
    }
  }

  /** Gives its part of the budget back. */
  void close() {
    truncateTo(Long.MIN_VALUE);
  }

  boolean isEmpty() {
    return oldest == null;
  }

  long sizeInBytes() {
    return bytes;
  }
}
