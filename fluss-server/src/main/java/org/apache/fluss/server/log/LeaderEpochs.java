// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.server.log.disk.Disk;

/**
 * Which leader epoch wrote which part of a log, kept in a small text file beside the segments.
 *
 * <pre>
 * 0                       version
 * 2                       number of epochs
 * 3 0                     epoch, its first offset
 * 5 120
 * end 200 4711            only after a clean stop: log end, CRC of the last batch (-1: none)
 * </pre>
 *
 * A log that a server without such a file wrote to in between does not fit the last line, and all
 * epochs are forgotten. For one lane.
 */
public final class LeaderEpochs {
  /** Name of the file; servers of 0.9.1 ignore it. */
  public static final String FILE = "leader-epochs";

  /** Answer for a log or offset no epoch is known of. */
  public static final int UNKNOWN = -1;

  private static final int MAX_BYTES = 16 << 20;

  private final Disk disk;
  private final Path file;
  private final List<Entry> entries = new ArrayList<>();

  private LeaderEpochs(Disk disk, Path file) {
    this.disk = disk;
    this.file = file;
  }

  /**
   * Reads the file of a log. One that does not fit the log is taken as empty.
   *
   * @param clean whether the log was closed properly, so that its end must be recorded
   * @param lastCrc CRC of the last batch, or -1 if the log has none
   */
  static LeaderEpochs open(Disk disk, Path directory, boolean clean, long endOffset, long lastCrc)
      throws IOException {
    LeaderEpochs epochs = new LeaderEpochs(disk, directory.resolve(FILE));
    if (!disk.exists(epochs.file)) {
      return epochs;
    }
    String text = new String(disk.read(epochs.file, MAX_BYTES), StandardCharsets.UTF_8);
    if (!epochs.parse(text, clean, endOffset, lastCrc)) {
      epochs.entries.clear();
    }
    epochs.entries.removeIf(entry -> entry.startOffset > endOffset);
    // From now on a recorded end is a lie.
    if (!text.equals(epochs.text(""))) {
      epochs.write("");
    }
    return epochs;
  }

  private boolean parse(String text, boolean clean, long endOffset, long lastCrc) {
    String[] lines = text.split("\n");
    try {
      int count = Integer.parseInt(lines[1]);
      if (!lines[0].equals("0") || count < 0 || count > lines.length - 2) {
        return false;
      }
      for (int i = 0; i < count; i++) {
        String[] parts = lines[2 + i].split(" ");
        Entry entry = new Entry(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
        if (!entries.isEmpty() && entry.epoch <= latest()) {
          return false;
        }
        entries.add(entry);
      }
      String end = "end " + endOffset + " " + lastCrc;
      return !clean || (lines.length == count + 3 && lines[count + 2].equals(end));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return false;
    }
  }

  /** The newest epoch, or {@link #UNKNOWN}. */
  public int latest() {
    return entries.isEmpty() ? UNKNOWN : entries.get(entries.size() - 1).epoch;
  }

  /** Number of epochs known. */
  public int size() {
    return entries.size();
  }

  /** The epoch an offset was written under, or {@link #UNKNOWN}. */
  public int epochOf(long offset) {
    int epoch = UNKNOWN;
    for (Entry entry : entries) {
      if (entry.startOffset > offset) {
        break;
      }
      epoch = entry.epoch;
    }
    return epoch;
  }

  /**
   * The offset behind the last one written under an epoch or an older one.
   *
   * @return {@code endOffset} for the newest epoch, -1 if the epoch is above it or nothing as old
   *     is known
   */
  public long endOffset(int epoch, long endOffset) {
    if (entries.isEmpty() || epoch > latest() || epoch < entries.get(0).epoch) {
      return -1;
    }
    for (Entry entry : entries) {
      if (entry.epoch > epoch) {
        return entry.startOffset;
      }
    }
    return endOffset;
  }

  /** Shows the epoch an offset was written under, if it is known, and all later ones, in order. */
  public void forEachFrom(long offset, Visitor visitor) {
    for (int i = 0; i < entries.size(); i++) {
      if (i == entries.size() - 1 || entries.get(i + 1).startOffset > offset) {
        visitor.epoch(entries.get(i).epoch, entries.get(i).startOffset);
      }
    }
  }

  /** Takes epochs in order. */
  public interface Visitor {
    /** An epoch and its first offset. */
    void epoch(int epoch, long startOffset);
  }

  /**
   * Begins an epoch and makes that durable; does nothing if it is not newer. Epochs that wrote
   * nothing are replaced.
   */
  public void begin(int epoch, long startOffset) throws IOException {
    if (epoch <= latest()) {
      return;
    }
    entries.removeIf(entry -> entry.startOffset >= startOffset);
    entries.add(new Entry(epoch, startOffset));
    write("");
  }

  /** Forgets what was written at or behind an offset that was cut off. */
  void truncateTo(long offset) throws IOException {
    if (entries.removeIf(entry -> entry.startOffset >= offset)) {
      write("");
    }
  }

  /** Forgets epochs that lie wholly before the log's new start. */
  void deleteBefore(long startOffset) throws IOException {
    boolean changed = false;
    while (entries.size() > 1 && entries.get(1).startOffset <= startOffset) {
      entries.remove(0);
      changed = true;
    }
    if (changed) {
      write("");
    }
  }

  void clear() throws IOException {
    if (!entries.isEmpty()) {
      entries.clear();
      write("");
    }
  }

  /** Records where the log ends at a clean stop. */
  void close(long endOffset, long lastCrc) throws IOException {
    if (!entries.isEmpty()) {
      write("end " + endOffset + " " + lastCrc + "\n");
    }
  }

  private void write(String end) throws IOException {
    disk.replace(file, text(end).getBytes(StandardCharsets.UTF_8));
  }

  private String text(String end) {
    StringBuilder text = new StringBuilder("0\n").append(entries.size()).append('\n');
    for (Entry entry : entries) {
      text.append(entry.epoch).append(' ').append(entry.startOffset).append('\n');
    }
    return text.append(end).toString();
  }

  private static final class Entry {
    final int epoch;
    final long startOffset;

    Entry(int epoch, long startOffset) {
      this.epoch = epoch;
      this.startOffset = startOffset;
    }
  }
}
