// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.util.function.LongPredicate;

/**
 * A map from keys, each a hash of 128 bits, to places in files: open addressing in plain arrays of
 * 24 bytes a slot, half to three quarters full, so 32 to 48 bytes a key. It grows a 64th at a time.
 * Not thread-safe.
 */
public final class KeyTable {

  /** What {@link #get} says of an unknown key. */
  public static final long ABSENT = -1;

  /** What a key takes at least, in bytes. */
  static final int LEAST_BYTES_PER_KEY = 32;

  private static final int SEGMENTS = 64;
  private static final int SLOT_LONGS = 3;
  private static final int FIRST_SLOTS = 4;

  private final Segment[] segments = new Segment[SEGMENTS];
  private long size;

  /** Without keys. */
  public KeyTable() {
    for (int i = 0; i < SEGMENTS; i++) {
      segments[i] = new Segment();
    }
  }

  /** Called for each key. */
  @FunctionalInterface
  public interface Visitor {
    /** One key and its place. */
    void visit(long high, long low, long place);
  }

  private Segment segment(long high) {
    return segments[(int) high & SEGMENTS - 1];
  }

  /** The place of a key, or {@link #ABSENT}. */
  public long get(long high, long low) {
    Segment segment = segment(high);
    return segment.place(segment.find(high, low));
  }

  /**
   * Sets the place of a key.
   *
   * @param place at least 0
   * @return the place before, or {@link #ABSENT}
   */
  public long put(long high, long low, long place) {
    Segment segment = segment(high);
    int at = segment.find(high, low);
    long before = segment.place(at);
    if (before == ABSENT) {
      size++;
      at = segment.grownFor(at, high, low);
    }
    segment.set(at, high, low, place);
    return before;
  }

  /** Removes a key; returns its place, or {@link #ABSENT}. */
  public long remove(long high, long low) {
    Segment segment = segment(high);
    int at = segment.find(high, low);
    long before = segment.place(at);
    if (before != ABSENT) {
      segment.clear(at);
      size--;
    }
    return before;
  }

  /** Removes all keys whose place does not pass. */
  public void retain(LongPredicate places) {
    size = 0;
    for (Segment segment : segments) {
      size += segment.retain(places);
    }
  }

  /** Visits every key; the table must not change meanwhile. */
  public void forEach(Visitor visitor) {
    for (Segment segment : segments) {
      segment.forEach(visitor);
    }
  }

  /** Number of keys. */
  public long size() {
    return size;
  }

  /** Memory of the arrays. */
  public long sizeInBytes() {
    long longs = 0;
    for (Segment segment : segments) {
      longs += segment.slots.length;
    }
    return longs * Long.BYTES;
  }

  private static final class Segment {
    // high, low, place + 1 (0 if free) each
    private long[] slots = new long[FIRST_SLOTS * SLOT_LONGS];
    private int used;

    private int capacity() {
      return slots.length / SLOT_LONGS;
    }

    private int home(long high, int capacity) {
      return (int) ((high >>> 32) * capacity >>> 32);
    }

    private int next(int slot) {
      return slot + 1 == capacity() ? 0 : slot + 1;
    }

    long place(int slot) {
      return slots[slot * SLOT_LONGS + 2] - 1;
    }

    /** The slot of the key, or the free one where it would be. */
    int find(long high, long low) {
      int slot = home(high, capacity());
      while (true) {
        int at = slot * SLOT_LONGS;
        if (slots[at + 2] == 0 || slots[at] == high && slots[at + 1] == low) {
          return slot;
        }
        slot = next(slot);
      }
    }

    void set(int slot, long high, long low, long place) {
      int at = slot * SLOT_LONGS;
      slots[at] = high;
      slots[at + 1] = low;
      slots[at + 2] = place + 1;
    }

    /** Counts a new key, making room if there is little; returns the free slot for it. */
    int grownFor(int slot, long high, long low) {
      used++;
      if (used * 4L <= capacity() * 3L) {
        return slot;
      }
      long wanted = capacity() + Math.max(FIRST_SLOTS, capacity() / 2L);
      rebuild((int) Math.min(wanted, (Integer.MAX_VALUE - 8) / SLOT_LONGS), place -> true);
      if (used >= capacity()) {
        throw new IllegalStateException("A key index takes no more than 45 billion keys.");
      }
      return find(high, low);
    }

    private int rebuild(int capacity, LongPredicate places) {
      long[] old = slots;
      slots = new long[capacity * SLOT_LONGS];
      int kept = 0;
      for (int at = 0; at < old.length; at += SLOT_LONGS) {
        if (old[at + 2] != 0 && places.test(old[at + 2] - 1)) {
          set(find(old[at], old[at + 1]), old[at], old[at + 1], old[at + 2] - 1);
          kept++;
        }
      }
      return kept;
    }

    int retain(LongPredicate places) {
      used = rebuild(capacity(), places);
      return used;
    }

    /** Frees a slot and moves back what was pushed behind it. */
    void clear(int slot) {
      used--;
      int free = slot;
      for (int i = next(slot); slots[i * SLOT_LONGS + 2] != 0; i = next(i)) {
        int home = home(slots[i * SLOT_LONGS], capacity());
        boolean between = free <= i ? free < home && home <= i : free < home || home <= i;
        if (!between) {
          System.arraycopy(slots, i * SLOT_LONGS, slots, free * SLOT_LONGS, SLOT_LONGS);
          free = i;
        }
      }
      slots[free * SLOT_LONGS + 2] = 0;
    }

    void forEach(Visitor visitor) {
      for (int at = 0; at < slots.length; at += SLOT_LONGS) {
        if (slots[at + 2] != 0) {
          visitor.visit(slots[at], slots[at + 1], slots[at + 2] - 1);
        }
      }
    }
  }
}
