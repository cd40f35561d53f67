// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.fluss.config.MemorySize;
import org.apache.fluss.exception.InvalidConfigException;

/**
 * The key indexes a process keeps between rounds, and the memory of those in use. When all together
 * would exceed the limit, the ones not in use longest are dropped; whoever then still finds no room
 * works without an index. Thread-safe.
 */
public final class KeyIndexes {

  /** Option of the lake: memory of all key indexes of a process; a quarter of the heap if unset. */
  public static final String MEMORY_OPTION = "key-index.memory";

  private static final Map<Map<String, String>, KeyIndexes> SHARED = new HashMap<>();

  private final long limitBytes;
  // in order of last use
  private final LinkedHashMap<Bucket, KeyIndex> idle = new LinkedHashMap<>();
  private final Map<Bucket, Long> idleBytes = new HashMap<>();
  private final Map<Use, Long> usedBytes = new HashMap<>();
  private long bytes;

  /** With a limit in bytes. */
  public KeyIndexes(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /**
   * Those of a lake.
   *
   * @param properties catalog options, prefix {@code datalake.iceberg.} removed
   */
  public static KeyIndexes of(Map<String, String> properties) {
    synchronized (SHARED) {
      return SHARED.computeIfAbsent(
          new TreeMap<>(properties), key -> new KeyIndexes(limit(key.get(MEMORY_OPTION))));
    }
  }

  private static long limit(String option) {
    if (option == null) {
      return Runtime.getRuntime().maxMemory() / 4;
    }
    try {
      return MemorySize.parseBytes(option);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigException(
          "datalake.iceberg." + MEMORY_OPTION + " is no memory size: " + e.getMessage());
    }
  }

  /** One bucket of one lake table. Immutable. */
  public static final class Bucket {
    private final String tableUuid;
    private final int specId;
    private final String partition;
    private final int bucket;

    /** A bucket; the partition is null if the table has none. */
    public Bucket(String tableUuid, int specId, String partition, int bucket) {
      this.tableUuid = tableUuid;
      this.specId = specId;
      this.partition = partition;
      this.bucket = bucket;
    }

    @Override
    public boolean equals(Object o) {
      if (!(o instanceof Bucket)) {
        return false;
      }
      Bucket that = (Bucket) o;
      return bucket == that.bucket
          && specId == that.specId
          && tableUuid.equals(that.tableUuid)
          && Objects.equals(partition, that.partition);
    }

    @Override
    public int hashCode() {
      return Objects.hash(tableUuid, specId, partition, bucket);
    }
  }

  /** Takes the index of a bucket, if one is kept; it belongs to the caller then. */
  public synchronized Use take(Bucket bucket) {
    Use use = new Use(bucket, idle.remove(bucket));
    Long size = idleBytes.remove(bucket);
    usedBytes.put(use, size == null ? 0 : size);
    return use;
  }

  private synchronized boolean resize(Use use, long size, boolean force) {
    Long before = usedBytes.get(use);
    if (before == null) {
      throw new IllegalStateException("Given back already");
    }
    long wanted = bytes - before + size;
    long idleSize = idleBytes.values().stream().mapToLong(Long::longValue).sum();
    if (wanted - idleSize > limitBytes && !force) {
      return false;
    }
    while (wanted > limitBytes && !idle.isEmpty()) {
      Bucket oldest = idle.keySet().iterator().next();
      idle.remove(oldest);
      long freed = idleBytes.remove(oldest);
      bytes -= freed;
      wanted -= freed;
    }
    bytes = wanted;
    usedBytes.put(use, size);
    return true;
  }

  private synchronized void giveBack(Use use, KeyIndex index) {
    Long size = usedBytes.remove(use);
    if (size == null) {
      return;
    }
    bytes -= size;
    Long other = idleBytes.remove(use.bucket);
    if (other != null) {
      bytes -= other;
      idle.remove(use.bucket);
    }
    if (index != null && bytes + index.sizeInBytes() <= limitBytes) {
      idle.put(use.bucket, index);
      idleBytes.put(use.bucket, index.sizeInBytes());
      bytes += index.sizeInBytes();
    }
  }

  /** Forgets all that is kept. */
  public synchronized void clear() {
    idleBytes.values().forEach(size -> bytes -= size);
    idle.clear();
    idleBytes.clear();
  }

  /** Memory of all, in bytes. */
  public synchronized long sizeInBytes() {
    return bytes;
  }

  /** The use of a bucket's index by one writer. */
  public final class Use {
    private final Bucket bucket;
    private KeyIndex index;

    private Use(Bucket bucket, KeyIndex index) {
      this.bucket = bucket;
      this.index = index;
    }

    /**
     * The index kept; null if there is none. Handed out once: the memory of one that is replaced
     * must be free before another grows in its place.
     */
    public KeyIndex takeIndex() {
      KeyIndex taken = index;
      index = null;
      return taken;
    }

    /** Asks for so much memory altogether; false if there is none to be had. */
    public boolean grow(long size) {
      return resize(this, size, false);
    }

    /** Takes so much memory, even beyond the limit. */
    void take(long size) {
      resize(this, size, true);
    }

    /** Ends the use; null if the index is of no use any more. */
    public void end(KeyIndex kept) {
      giveBack(this, kept);
    }
  }
}
