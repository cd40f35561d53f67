// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;

/**
 * Where the live row of each key of one bucket is in the lake, as of a snapshot. What a round wrote
 * is kept beside it until a later snapshot shows that the round arrived. Owned by one writer at a
 * time, not thread-safe.
 */
public final class KeyIndex {

  /** In place of a place: the round removed the key. */
  static final long GONE = Long.MAX_VALUE - 1;

  private static final int ROW_BITS = 32;

  private Long snapshotId;
  private KeyTable places = new KeyTable();
  // by ordinal; null if the file left the table
  private final List<String> files = new ArrayList<>();
  private Round round;

  /** Says whether there is memory for an index of this size. */
  @FunctionalInterface
  public interface Room {
    /** Asks for room, in bytes; asked again and again while an index grows. */
    boolean isThereFor(long sizeInBytes);
  }

  /** A file and a row in it, as one number. */
  static long place(int file, long row) {
    if (row >>> ROW_BITS != 0) {
      throw new IllegalStateException("A lake file of more than 4 billion rows");
    }
    return (long) file << ROW_BITS | row;
  }

  /**
   * Brings an index up to the table's current snapshot: takes over what its last round wrote if
   * that arrived, reads again what others moved.
   *
   * @param known the index of an earlier snapshot; null if there is none
   * @return empty if there is no room
   */
  public static Optional<KeyIndex> current(
      KeyIndex known, Table table, StructLike partition, LakeKeys keys, Room room)
      throws IOException {
    Snapshot snapshot = table.currentSnapshot();
    if (snapshot == null) {
      return Optional.of(new KeyIndex());
    }
    long target = snapshot.snapshotId();
    if (known != null) {
      Optional<BucketChanges> changes = BucketChanges.since(table, known.snapshotId, partition);
      if (changes.isPresent()
          && known.follow(changes.get(), target, table, partition, keys, room)) {
        return known.ifThereIs(room);
      }
      // no two at a time
      known = null;
    }
    BucketScan scan = BucketScan.plan(table, target, partition);
    long leastBytes = scan.leastRows() * KeyTable.LEAST_BYTES_PER_KEY;
    if (leastBytes > 0 && !room.isThereFor(leastBytes)) {
      return Optional.empty();
    }
    KeyIndex rebuilt = new KeyIndex();
    rebuilt.snapshotId = target;
    return rebuilt.read(scan, null, keys, room) ? rebuilt.ifThereIs(room) : Optional.empty();
  }

  /** One without rows is worth more than its memory: those of a first round need not be kept. */
  private Optional<KeyIndex> ifThereIs(Room room) {
    return size() == 0 || room.isThereFor(sizeInBytes()) ? Optional.of(this) : Optional.empty();
  }

  /** Returns false if the bucket has to be read as a whole. */
  private boolean follow(
      BucketChanges changes,
      Long target,
      Table table,
      StructLike partition,
      LakeKeys keys,
      Room room)
      throws IOException {
    Set<String> added = new HashSet<>(changes.addedData);
    Set<String> deletes = new HashSet<>(changes.addedDeletes);
    if (round != null) {
      if (added.containsAll(round.dataFiles) && deletes.containsAll(round.deleteFiles)) {
        added.removeAll(round.dataFiles);
        deletes.removeAll(round.deleteFiles);
        apply(round);
      }
      round = null;
    }
    if (!deletes.isEmpty()) {
      return false;
    }
    added.removeAll(changes.removedData);
    if (!added.isEmpty() && !read(BucketScan.plan(table, target, partition), added, keys, room)) {
      return false;
    }
    if (!changes.removedData.isEmpty()) {
      boolean[] removed = new boolean[files.size()];
      for (int i = 0; i < removed.length; i++) {
        if (changes.removedData.contains(files.get(i))) {
          removed[i] = true;
          files.set(i, null);
        }
      }
      places.retain(place -> !removed[(int) (place >>> ROW_BITS)]);
    }
    snapshotId = target;
    return true;
  }

  private void apply(Round done) {
    files.addAll(done.files);
    if (places.size() == 0) {
      places = done.changes;
      places.retain(place -> place != GONE);
      return;
    }
    done.changes.forEach(
        (high, low, place) -> {
          if (place == GONE) {
            places.remove(high, low);
          } else {
            places.put(high, low, place);
          }
        });
  }

  private boolean read(BucketScan scan, Set<String> only, LakeKeys keys, Room room)
      throws IOException {
    Map<String, Integer> ordinals = new HashMap<>();
    boolean[] full = {false};
    scan.forEach(
        keys,
        file -> !full[0] && (only == null || only.contains(file)),
        (key, file, row) -> {
          if (full[0]) {
            return;
          }
          Integer ordinal = ordinals.get(file);
          if (ordinal == null) {
            ordinal = files.size();
            files.add(file);
            ordinals.put(file, ordinal);
          }
          places.put(key.high(), key.low(), place(ordinal, row));
          if ((places.size() & 0xffff) == 0 && !room.isThereFor(places.sizeInBytes())) {
            full[0] = true;
          }
        });
    return !full[0];
  }

  /** The place of a key's live row, or {@link KeyTable#ABSENT}. */
  long place(KeyHash key) {
    return places.get(key.high(), key.low());
  }

  long place(long high, long low) {
    return places.get(high, low);
  }

  String file(long place) {
    return files.get((int) (place >>> ROW_BITS));
  }

  /** Number of files with an ordinal; those of a round come behind. */
  int fileCount() {
    return files.size();
  }

  /** Live rows. */
  public long size() {
    return places.size();
  }

  /** Keeps what a round wrote until it is known whether it arrived; null for nothing. */
  void keep(Round written) {
    round = written;
  }

  /** Memory, about. */
  public long sizeInBytes() {
    return places.sizeInBytes() + (round == null ? 0 : round.changes.sizeInBytes());
  }

  /** What a round wrote. Immutable from its end on. */
  static final class Round {
    final KeyTable changes;
    final List<String> files;
    final Set<String> dataFiles;
    final Set<String> deleteFiles;

    /**
     * @param files locations of the data files in the order of their ordinals
     */
    Round(KeyTable changes, List<String> files, Set<String> deleteFiles) {
      this.changes = changes;
      this.files = files;
      this.dataFiles = new HashSet<>(files);
      this.deleteFiles = deleteFiles;
    }
  }
}
