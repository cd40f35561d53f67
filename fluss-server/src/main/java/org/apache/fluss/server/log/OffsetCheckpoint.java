// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.log.disk.Disk;

/**
 * A text file with one offset per bucket: version 0, the number of entries, then {@code table
 * bucket offset} or {@code table partition bucket offset}. For one thread at a time.
 */
public final class OffsetCheckpoint {
  private static final int MAX_BYTES = 256 << 20;

  private final Disk disk;
  private final Path file;
  private byte[] written;

  /** Nothing is read or written yet. */
  public OffsetCheckpoint(Disk disk, Path file) {
    this.disk = disk;
    this.file = file;
  }

  /**
   * Reads the file; an absent or empty one has no entries.
   *
   * @throws IOException also if the content is anything but what {@link #write} writes
   */
  public Map<TableBucket, Long> read() throws IOException {
    if (!disk.exists(file)) {
      return new HashMap<>();
    }
    byte[] content = disk.read(file, MAX_BYTES);
    if (content.length == 0) {
      return new HashMap<>();
    }
    String[] lines = new String(content, StandardCharsets.UTF_8).split("\r?\n");
    try {
      if (lines.length < 2) {
        throw malformed("it has no number of entries");
      }
      if (!lines[0].trim().equals("0")) {
        throw malformed("its version is " + lines[0] + ", known is 0");
      }
      int count = Integer.parseInt(lines[1].trim());
      if (count != lines.length - 2) {
        throw malformed("it claims " + count + " entries and has " + (lines.length - 2));
      }
      Map<TableBucket, Long> offsets = new HashMap<>();
      for (int i = 2; i < lines.length; i++) {
        String[] parts = lines[i].trim().split("\\s+");
        if (parts.length != 3 && parts.length != 4) {
          throw malformed("line " + (i + 1) + " has " + parts.length + " parts");
        }
        Long partition = parts.length == 3 ? null : Long.valueOf(parts[1]);
        int bucket = Integer.parseInt(parts[parts.length - 2]);
        long offset = Long.parseLong(parts[parts.length - 1]);
        offsets.put(new TableBucket(Long.parseLong(parts[0]), partition, bucket), offset);
      }
      return offsets;
    } catch (NumberFormatException e) {
      throw malformed("not a number: " + e.getMessage());
    }
  }

  private IOException malformed(String why) {
    return new IOException("Checkpoint " + file + " is damaged: " + why + ".");
  }

  /** Replaces the file if the offsets differ from what was written last; durable on return. */
  public void write(Map<TableBucket, Long> offsets) throws IOException {
    String[] lines = new String[offsets.size()];
    int at = 0;
    for (Map.Entry<TableBucket, Long> entry : offsets.entrySet()) {
      TableBucket bucket = entry.getKey();
      String partition = bucket.getPartitionId() == null ? "" : bucket.getPartitionId() + " ";
      lines[at++] =
          bucket.getTableId() + " " + partition + bucket.getBucket() + " " + entry.getValue();
    }
    Arrays.sort(lines);
    StringBuilder text = new StringBuilder("0\n").append(lines.length).append('\n');
    for (String line : lines) {
      text.append(line).append('\n');
    }
    byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
    if (!Arrays.equals(content, written)) {
      disk.replace(file, content);
      written = content;
    }
  }
}
