// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.upkeep;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.PropertyUtil;
import org.apache.iceberg.util.StructLikeWrapper;

/**
 * Which files of a table are to be rewritten together: small ones, and those with many deleted
 * rows. A file is only put together with ones of at least its size in sum, so a row is rewritten
 * log(n) times and not once a round. Immutable.
 */
final class CompactionPlan {

  /** Files of one bucket that become one. */
  static final class Bin {
    final StructLike partition;
    final List<FileScanTask> tasks;

    private Bin(StructLike partition, List<FileScanTask> tasks) {
      this.partition = partition;
      this.tasks = tasks;
    }

    private int deleteFiles() {
      Set<String> deletes = new HashSet<>();
      tasks.forEach(task -> task.deletes().forEach(delete -> deletes.add(delete.location())));
      return deletes.size();
    }

    private long sizeInBytes() {
      return tasks.stream().mapToLong(FileScanTask::length).sum();
    }
  }

  final List<Bin> bins = new ArrayList<>();
  final long targetBytes;

  private final CompactionOptions options;
  private final int offsetId;
  // delete file to the data files it applies to
  private final Map<String, Set<String>> deleteUsers = new HashMap<>();

  CompactionPlan(Table table, Snapshot snapshot, CompactionOptions options) throws IOException {
    this.options = options;
    this.offsetId = table.schema().findField(TableDescriptor.OFFSET_COLUMN_NAME).fieldId();
    this.targetBytes =
        Math.min(
            PropertyUtil.propertyAsLong(
                table.properties(), TableProperties.SPLIT_SIZE, TableProperties.SPLIT_SIZE_DEFAULT),
            PropertyUtil.propertyAsLong(
                table.properties(),
                TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
                TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT));
    Map<StructLikeWrapper, List<FileScanTask>> buckets = new LinkedHashMap<>();
    StructLikeWrapper wrapper = StructLikeWrapper.forType(table.spec().partitionType());
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(snapshot.snapshotId()).includeColumnStats().planFiles()) {
      for (FileScanTask task : tasks) {
        for (DeleteFile delete : task.deletes()) {
          deleteUsers
              .computeIfAbsent(delete.location(), file -> new HashSet<>())
              .add(task.file().location());
        }
        if (task.file().specId() == table.spec().specId()) {
          buckets
              .computeIfAbsent(
                  wrapper.copyFor(task.file().partition()), partition -> new ArrayList<>())
              .add(task);
        }
      }
    }
    buckets.forEach((partition, files) -> add(partition.get(), files));
    keepWithinLimit();
  }

  /** Those with most delete files first: they were not rewritten for longest. */
  private void keepWithinLimit() {
    bins.sort(Comparator.comparingInt(Bin::deleteFiles).reversed());
    long bytes = 0;
    int kept = 0;
    while (kept < bins.size()
        && (kept == 0 || bytes + bins.get(kept).sizeInBytes() <= options.maxBytes)) {
      bytes += bins.get(kept++).sizeInBytes();
    }
    bins.subList(kept, bins.size()).clear();
  }

  private void add(StructLike partition, List<FileScanTask> files) {
    files.sort(Comparator.comparingLong(this::firstOffset));
    boolean folds = foldsDeletes(files);
    List<FileScanTask> bin = new ArrayList<>();
    long binBytes = 0;
    for (FileScanTask file : files) {
      if (file.length() >= targetBytes && !(folds && !file.deletes().isEmpty())) {
        continue;
      }
      if (binBytes + file.length() > targetBytes) {
        add(partition, bin, folds);
        bin = new ArrayList<>();
        binBytes = 0;
      }
      bin.add(file);
      binBytes += file.length();
    }
    add(partition, bin, folds);
  }

  private long firstOffset(FileScanTask task) {
    Map<Integer, ByteBuffer> bounds = task.file().lowerBounds();
    ByteBuffer bound = bounds == null ? null : bounds.get(offsetId);
    return bound == null
        ? Long.MAX_VALUE
        : Conversions.<Long>fromByteBuffer(Types.LongType.get(), bound);
  }

  private boolean foldsDeletes(List<FileScanTask> files) {
    Map<String, Long> deletes = new HashMap<>();
    long rows = 0;
    long bytes = 0;
    for (FileScanTask file : files) {
      file.deletes().forEach(delete -> deletes.put(delete.location(), delete.recordCount()));
      rows += file.file().recordCount();
      bytes += file.length();
    }
    long deleted = deletes.values().stream().mapToLong(Long::longValue).sum();
    return deletes.size() >= options.minFiles
        && (bytes <= targetBytes || deleted >= options.deleteRatio * rows);
  }

  private void add(StructLike partition, List<FileScanTask> files, boolean folds) {
    if (folds) {
      Bin whole = new Bin(partition, files);
      if (whole.deleteFiles() >= options.minFiles) {
        bins.add(whole);
        return;
      }
    }
    List<FileScanTask> chosen = new ArrayList<>(files);
    long bytes = chosen.stream().mapToLong(FileScanTask::length).sum();
    List<FileScanTask> largestFirst = new ArrayList<>(chosen);
    largestFirst.sort(Comparator.comparingLong(FileScanTask::length).reversed());
    for (FileScanTask largest : largestFirst) {
      if (largest.length() * 2 <= bytes) {
        break;
      }
      chosen.remove(largest);
      bytes -= largest.length();
    }
    if (chosen.size() >= options.minFiles) {
      bins.add(new Bin(partition, chosen));
    }
  }

  /** Delete files that apply to nothing but these bins. */
  Set<DeleteFile> uselessAfter(List<Bin> rewritten) {
    Set<String> files = new HashSet<>();
    rewritten.forEach(bin -> bin.tasks.forEach(task -> files.add(task.file().location())));
    Set<DeleteFile> useless = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    for (Bin bin : rewritten) {
      for (FileScanTask task : bin.tasks) {
        for (DeleteFile delete : task.deletes()) {
          if (seen.add(delete.location())
              && files.containsAll(deleteUsers.get(delete.location()))) {
            useless.add(delete);
          }
        }
      }
    }
    return useless;
  }
}
