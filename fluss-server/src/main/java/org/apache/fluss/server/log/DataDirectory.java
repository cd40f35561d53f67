// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.log.disk.DiskFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data directory of a tablet server: the logs in it, the two checkpoints, the marker of a clean
 * stop. What was found at the start never changes; checkpoints are written by one thread at a time.
 */
public final class DataDirectory {
  /** There between a clean stop and the next start. */
  public static final String CLEAN_SHUTDOWN = ".fluss_cleanshutdown";

  /** Offsets below which logs are durable. */
  public static final String RECOVERY_POINTS = "recovery-point-offset-checkpoint";

  /** High watermarks. */
  public static final String HIGH_WATERMARKS = "high-watermark-checkpoint";

  private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);

  private final Disk disk;
  private final Path root;
  private final OffsetCheckpoint recoveryCheckpoint;
  private final OffsetCheckpoint watermarkCheckpoint;
  private boolean clean;
  private Map<TableBucket, Long> recoveryPoints;
  private Map<TableBucket, Long> highWatermarks;
  private List<BucketDirectory> logs;

  private DataDirectory(Disk disk, Path root) {
    this.disk = disk;
    this.root = root;
    this.recoveryCheckpoint = new OffsetCheckpoint(disk, root.resolve(RECOVERY_POINTS));
    this.watermarkCheckpoint = new OffsetCheckpoint(disk, root.resolve(HIGH_WATERMARKS));
  }

  /**
   * Creates the directory if it is absent and looks at what is in it. From here on the directory no
   * longer counts as cleanly stopped.
   *
   * @throws IOException if it cannot be read or written, or holds two logs of one bucket
   */
  public static DataDirectory open(Disk disk, Path path) throws IOException {
    Path root = path.toAbsolutePath().normalize();
    DataDirectory directory = new DataDirectory(disk, root);
    disk.createDirectories(root);
    directory.clean = disk.delete(root.resolve(CLEAN_SHUTDOWN));
    disk.syncDirectory(root);
    directory.recoveryPoints = readOrNothing(directory.recoveryCheckpoint);
    directory.highWatermarks = readOrNothing(directory.watermarkCheckpoint);
    for (String checkpoint : new String[] {RECOVERY_POINTS, HIGH_WATERMARKS}) {
      disk.open(root.resolve(checkpoint)).close();
    }
    directory.logs = directory.findLogs();
    return directory;
  }

  private static Map<TableBucket, Long> readOrNothing(OffsetCheckpoint checkpoint) {
    try {
      return checkpoint.read();
    } catch (IOException e) {
      LOG.warn("{} All offsets in it count as 0.", e.getMessage());
      return new HashMap<>();
    }
  }

  private List<BucketDirectory> findLogs() throws IOException {
    Map<TableBucket, BucketDirectory> found = new HashMap<>();
    for (Path database : directories(root)) {
      for (Path table : directories(database)) {
        for (Path child : directories(table)) {
          add(child, found);
          for (Path grandchild : directories(child)) {
            add(grandchild, found);
          }
        }
      }
    }
    return Collections.unmodifiableList(new ArrayList<>(found.values()));
  }

  private void add(Path path, Map<TableBucket, BucketDirectory> found) throws IOException {
    BucketDirectory log = BucketDirectory.parse(root, path);
    if (log != null) {
      BucketDirectory other = found.put(log.bucket(), log);
      if (other != null) {
        throw new IOException(
            log.bucket() + " has two logs, " + other + " and " + log + "; move one of them away.");
      }
    }
  }

  private List<Path> directories(Path parent) throws IOException {
    List<Path> directories = new ArrayList<>();
    for (Path child : disk.list(parent)) {
      if (disk.isDirectory(child)) {
        directories.add(child);
      }
    }
    return directories;
  }

  /** The absolute path. */
  public Path root() {
    return root;
  }

  /** Whether the server before stopped properly, so that its logs need no recovery. */
  public boolean wasCleanlyStopped() {
    return clean;
  }

  /** The logs that were there at the start, in no order. */
  public List<BucketDirectory> logs() {
    return logs;
  }

  /** Recovery point at the start, 0 if none is recorded. */
  public long recoveryPoint(TableBucket bucket) {
    return recoveryPoints.getOrDefault(bucket, 0L);
  }

  /** High watermark at the start, 0 if none is recorded. */
  public long highWatermark(TableBucket bucket) {
    return highWatermarks.getOrDefault(bucket, 0L);
  }

  /** Where a bucket lies or will lie. */
  public BucketDirectory directory(PhysicalTablePath tablePath, TableBucket bucket) {
    return new BucketDirectory(root, tablePath, bucket);
  }

  /** Writes the recovery points of all logs if they changed. */
  public void writeRecoveryPoints(Map<TableBucket, Long> offsets) throws IOException {
    recoveryCheckpoint.write(offsets);
  }

  /** Writes the high watermarks of all replicas if they changed. */
  public void writeHighWatermarks(Map<TableBucket, Long> offsets) throws IOException {
    watermarkCheckpoint.write(offsets);
  }

  /** Records a clean stop: all logs are closed and both checkpoints written. */
  public void markCleanlyStopped() throws IOException {
    try (DiskFile marker = disk.open(root.resolve(CLEAN_SHUTDOWN))) {
      marker.force();
    }
    disk.syncDirectory(root);
  }

  /**
   * Removes the directories of a bucket whose log and store are deleted, and parents left empty.
   */
  public void removed(BucketDirectory directory) throws IOException {
    disk.deleteRecursively(directory.log());
    disk.deleteRecursively(directory.kv());
    Path database = root.resolve(directory.tablePath().getDatabaseName());
    try {
      for (Path up = directory.parent(); !up.equals(database); up = up.getParent()) {
        if (!disk.exists(up) || !disk.list(up).isEmpty()) {
          return;
        }
        disk.delete(up);
      }
    } catch (DirectoryNotEmptyException e) {
      LOG.debug("Another bucket came to {}", directory.parent(), e);
    }
  }
}
