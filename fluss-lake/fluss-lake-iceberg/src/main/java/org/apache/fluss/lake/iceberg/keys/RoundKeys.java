// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a round of one bucket does to keys, and which rows of the lake, or of the round itself, are
 * to be deleted for it. With an index the rows are found at once; without one all live keys of the
 * bucket are read at the end, which takes no memory but that of the round. Not thread-safe.
 */
public final class RoundKeys {

  private final KeyIndexes.Use memory;
  // null if there was no memory for it
  private final KeyIndex index;
  // whether rows of the lake are to be found
  private final boolean looksInLake;
  private final int firstFile;
  private final List<String> scannedFiles = new ArrayList<>();
  private KeyTable changes = new KeyTable();
  private long[] deletes = new long[16];
  private int deleteCount;
  private boolean onlyNewKeys = true;
  private List<String> roundFiles;

  /**
   * @param index as of the snapshot the round builds on; null if there is none
   */
  public RoundKeys(KeyIndexes.Use memory, KeyIndex index) {
    this(memory, index, true);
  }

  private RoundKeys(KeyIndexes.Use memory, KeyIndex index, boolean looksInLake) {
    this.memory = memory;
    this.index = index;
    this.looksInLake = looksInLake;
    this.firstFile = index == null ? 0 : index.fileCount();
  }

  /** Finds rows of the round only; whoever uses it deletes those of the lake in another way. */
  public static RoundKeys ofRoundOnly(KeyIndexes.Use memory) {
    return new RoundKeys(memory, null, false);
  }

  /** Told of rows to be deleted. */
  @FunctionalInterface
  public interface DeleteVisitor {
    /** A row to be deleted; rows of a file come together, ascending. */
    void delete(String file, long row) throws IOException;
  }

  /**
   * A key's row was written.
   *
   * @param file which file of the round, from 0
   * @param isNew whether the key is certain to come once and not to be in the lake
   * @return whether the round did not have the key before
   */
  public boolean put(long high, long low, int file, long row, boolean isNew) {
    onlyNewKeys &= isNew;
    if (onlyNewKeys && !looksInLake) {
      // nothing will ever be asked about them
      changes = null;
    }
    if (changes == null && isNew) {
      return true;
    }
    return settle(high, low, KeyIndex.place(firstFile + file, row));
  }

  /**
   * A key's row is gone.
   *
   * @return whether the round did not have the key before
   */
  public boolean remove(long high, long low) {
    onlyNewKeys = false;
    return settle(high, low, KeyIndex.GONE);
  }

  private boolean settle(long high, long low, long now) {
    if (changes == null) {
      throw new IllegalStateException("Changes came after a snapshot too large to be indexed.");
    }
    long before = changes.put(high, low, now);
    if (before == KeyTable.ABSENT) {
      long place = index == null ? KeyTable.ABSENT : index.place(high, low);
      if (place != KeyTable.ABSENT) {
        delete(place);
      }
    } else if (before != KeyIndex.GONE) {
      delete(before);
    }
    return before == KeyTable.ABSENT;
  }

  private void delete(long place) {
    if (deleteCount == deletes.length) {
      deletes = Arrays.copyOf(deletes, deleteCount + deleteCount / 2);
    }
    deletes[deleteCount++] = place;
  }

  /** Accounts for the memory; called now and then. */
  public void account() {
    long size =
        (index == null ? 0 : index.sizeInBytes())
            + (changes == null ? 0 : changes.sizeInBytes())
            + (long) deletes.length * Long.BYTES;
    if (memory.grow(size)) {
      return;
    }
    if (onlyNewKeys && index != null && index.size() == 0) {
      // the first rows of a bucket need no index, later rounds read the keys from the lake
      changes = null;
      memory.take(0);
    } else {
      // a round is bounded by whoever reads the log for it
      memory.take(size);
    }
  }

  /**
   * Finds the last rows to be deleted.
   *
   * @param files the round's data files
   * @param lake the bucket as of the snapshot the round builds on; null if there was none
   */
  public void finish(List<String> files, LakeKeys keys, Supplier<BucketScan> lake)
      throws IOException {
    roundFiles = List.copyOf(files);
    if (!looksInLake || index != null || changes.size() == 0) {
      return;
    }
    BucketScan scan = lake.get();
    if (scan == null) {
      return;
    }
    Map<String, Integer> ordinals = new HashMap<>();
    scan.forEach(
        keys,
        file -> true,
        (key, file, row) -> {
          if (changes.get(key.high(), key.low()) != KeyTable.ABSENT) {
            int ordinal =
                ordinals.computeIfAbsent(
                    file,
                    f -> {
                      scannedFiles.add(f);
                      return roundFiles.size() + scannedFiles.size() - 1;
                    });
            delete(KeyIndex.place(ordinal, row));
          }
        });
  }

  /** Whether there are rows to be deleted. */
  public boolean hasDeletes() {
    return deleteCount > 0;
  }

  /** Visits the rows to be deleted, by file and position. */
  public void forEachDelete(DeleteVisitor visitor) throws IOException {
    Arrays.sort(deletes, 0, deleteCount);
    List<int[]> ranges = new ArrayList<>();
    for (int i = 0; i < deleteCount; ) {
      int from = i;
      long file = deletes[from] >>> 32;
      while (i < deleteCount && deletes[i] >>> 32 == file) {
        i++;
      }
      ranges.add(new int[] {from, i});
    }
    ranges.sort(Comparator.comparing(range -> file(deletes[range[0]])));
    for (int[] range : ranges) {
      String file = file(deletes[range[0]]);
      for (int i = range[0]; i < range[1]; i++) {
        visitor.delete(file, deletes[i] & 0xffffffffL);
      }
    }
  }

  /** The files of the lake, not of the round, that hold rows to be deleted. */
  public Set<CharSequence> lakeFilesWithDeletes() {
    Set<CharSequence> found = new HashSet<>();
    int last = -1;
    for (int i = 0; i < deleteCount; i++) {
      int ordinal = (int) (deletes[i] >>> 32);
      if (ordinal != last && (ordinal < firstFile || ordinal >= firstFile + roundFiles.size())) {
        found.add(file(deletes[i]));
      }
      last = ordinal;
    }
    return found;
  }

  private String file(long place) {
    int ordinal = (int) (place >>> 32);
    if (ordinal < firstFile) {
      return index.file(place);
    }
    ordinal -= firstFile;
    return ordinal < roundFiles.size()
        ? roundFiles.get(ordinal)
        : scannedFiles.get(ordinal - roundFiles.size());
  }

  /** The round is written: keeps the index for the next one. */
  public void written(Set<String> deleteFiles) {
    boolean keeps = index != null && changes != null;
    if (keeps) {
      index.keep(new KeyIndex.Round(changes, roundFiles, deleteFiles));
    }
    memory.end(keeps ? index : null);
  }

  /** The round is given up. */
  public void abandoned() {
    memory.end(index);
  }
}
