// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.log.disk.DiskFile;

/**
 * One sparse index of a segment: ascending big-endian (key, int) entries in a file.
 *
 * <p>The offset index has (last offset of an append - base offset, its position), the time index
 * (largest timestamp so far, offset of the first batch having it - base offset). One writer; any
 * thread may search. Searches read the file, so an index costs no memory.
 */
final class SegmentIndex implements Closeable {
  static final int OFFSET_ENTRY_SIZE = 8;
  static final int TIME_ENTRY_SIZE = 12;

  private static final int BLOCK_BYTES = 4096;
  private static final ThreadLocal<ByteBuffer> BLOCK =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BLOCK_BYTES));

  private final DiskFile file;
  private final int entrySize;
  private final int maxEntries;
  private long lastKey;
  private int lastValue;
  private ByteBuffer bulk;
  private volatile int entries;

  /** Key of the first entry of each block but the first, as far as they were looked at. */
  private volatile long[] blockKeys = {};

  private SegmentIndex(DiskFile file, int entrySize, int maxBytes) {
    this.file = file;
    this.entrySize = entrySize;
    this.maxEntries = maxBytes / entrySize;
  }

  static SegmentIndex offsets(Disk disk, Path path, int maxBytes) throws IOException {
    return new SegmentIndex(disk.open(path), OFFSET_ENTRY_SIZE, maxBytes);
  }

  static SegmentIndex timestamps(Disk disk, Path path, int maxBytes) throws IOException {
    return new SegmentIndex(disk.open(path), TIME_ENTRY_SIZE, maxBytes);
  }

  /**
   * Takes over what the file holds.
   *
   * @return false if that cannot be a complete index, such as the zero tail a crashed 0.9.1 leaves
   */
  boolean load() throws IOException {
    long size = file.size();
    if (size % entrySize != 0 || size > Integer.MAX_VALUE) {
      return false;
    }
    int count = (int) (size / entrySize);
    if (count > 0) {
      Entry last = entry(count - 1);
      if (last.key < 0 || last.value < 0) {
        return false;
      }
      if (count > 1 && entry(count - 2).key >= last.key) {
        return false;
      }
      // The first append of a segment is never indexed, and no batch is older than the epoch.
      if (entrySize == OFFSET_ENTRY_SIZE ? last.value == 0 : last.key == 0) {
        return false;
      }
      lastKey = last.key;
      lastValue = last.value;
    }
    entries = count;
    return true;
  }

  /** Number of entries. */
  int entries() {
    return entries;
  }

  boolean isEmpty() {
    return entries == 0;
  }

  /** The time index keeps one slot free, as 0.9.1 does. */
  boolean isFull() {
    return entries >= (entrySize == TIME_ENTRY_SIZE ? maxEntries - 1 : maxEntries);
  }

  /** Key of the last entry; only meaningful if there is one. */
  long lastKey() {
    return lastKey;
  }

  /** Value of the last entry; only meaningful if there is one. */
  int lastValue() {
    return lastValue;
  }

  void append(long key, int value) throws IOException {
    if (entries >= maxEntries) {
      throw new IllegalArgumentException(
          "Index " + file + " is full with " + entries + " entries.");
    }
    if (entries > 0 && key <= lastKey) {
      throw new IllegalArgumentException(
          "Index " + file + " ends with key " + lastKey + "; " + key + " does not come after it.");
    }
    ByteBuffer entry = ByteBuffer.allocate(entrySize);
    if (entrySize == OFFSET_ENTRY_SIZE) {
      entry.putInt((int) key);
    } else {
      entry.putLong(key);
    }
    entry.putInt(value).flip();
    if (bulk == null) {
      file.write(entry, (long) entries * entrySize);
    } else {
      if (!bulk.hasRemaining()) {
        writeBulk();
      }
      bulk.put(entry);
    }
    lastKey = key;
    lastValue = value;
    entries = entries + 1;
  }

  /**
   * Empties the index and holds entries back to write many at once; nobody may search meanwhile.
   */
  void clearForBulk() throws IOException {
    truncateTo(0);
    bulk = ByteBuffer.allocate(64 * entrySize * 64);
  }

  void endBulk() throws IOException {
    writeBulk();
    bulk = null;
  }

  private void writeBulk() throws IOException {
    bulk.flip();
    file.write(bulk, (long) entries * entrySize - bulk.remaining());
    bulk.clear();
  }

  /** The entry with the greatest key that is not above the given one, or null. */
  Entry floor(long key) throws IOException {
    int perBlock = BLOCK_BYTES / entrySize;
    int count = entries;
    long[] keys = blockKeys;
    int blocks = (count + perBlock - 1) / perBlock;
    if (keys.length < blocks - 1) {
      keys = readBlockKeys(keys, blocks - 1, perBlock);
    }
    int first = 0;
    int last = Math.min(keys.length, blocks - 1);
    while (first < last) {
      int middle = (first + last + 1) >>> 1;
      if (keys[middle - 1] <= key) {
        first = middle;
      } else {
        last = middle - 1;
      }
    }
    int low = first * perBlock;
    int high = Math.min(count, low + perBlock);
    ByteBuffer block = BLOCK.get();
    block.clear().limit((high - low) * entrySize);
    file.readFully(block, (long) low * entrySize);
    for (int i = high - low - 1; i >= 0; i--) {
      if (key(block, i * entrySize) <= key) {
        return entryAt(block, i * entrySize);
      }
    }
    return null;
  }

  /** With these, a search reads one block. Another thread may do the same at the same time. */
  private long[] readBlockKeys(long[] known, int count, int perBlock) throws IOException {
    long[] keys = Arrays.copyOf(known, count);
    for (int i = known.length; i < count; i++) {
      keys[i] = entry((i + 1) * perBlock).key;
    }
    blockKeys = keys;
    return keys;
  }

  /** Keeps the first entries. */
  void truncateTo(int count) throws IOException {
    entries = count;
    blockKeys = new long[0];
    file.truncate((long) count * entrySize);
    if (count > 0) {
      Entry last = entry(count - 1);
      lastKey = last.key;
      lastValue = last.value;
    }
  }

  /** Number of leading entries whose key is below. */
  int countBelow(long key) throws IOException {
    int low = 0;
    int high = entries;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entry(middle).key < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Number of leading entries whose value, which ascends like the keys, is below. */
  int countValuesBelow(long value) throws IOException {
    int low = 0;
    int high = entries;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entry(middle).value < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Cuts what is behind the last entry. */
  void trim() throws IOException {
    file.truncate((long) entries * entrySize);
  }

  void force() throws IOException {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private Entry entry(int index) throws IOException {
    ByteBuffer block = BLOCK.get();
    block.clear().limit(entrySize);
    file.readFully(block, (long) index * entrySize);
    return entryAt(block, 0);
  }

  private Entry entryAt(ByteBuffer block, int at) {
    return new Entry(key(block, at), block.getInt(at + entrySize - 4));
  }

  private long key(ByteBuffer block, int at) {
    return entrySize == OFFSET_ENTRY_SIZE ? block.getInt(at) : block.getLong(at);
  }

  /** One entry. */
  static final class Entry {
    final long key;
    final int value;

    Entry(long key, int value) {
      this.key = key;
      this.value = value;
    }
  }
}
