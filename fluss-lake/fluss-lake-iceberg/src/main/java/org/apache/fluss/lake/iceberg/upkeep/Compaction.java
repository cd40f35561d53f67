// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.fluss.lake.iceberg.keys.LakeFile;
import org.apache.fluss.lake.iceberg.upkeep.CompactionPlan.Bin;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.OutputFileFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rewrites small files of a lake table into larger ones without the deleted rows. It commits on its
 * own, with a user of its own, so it is no round of tiering and needs no registration; rounds
 * committed meanwhile make at most the buckets fail that they removed rows from. Not thread-safe.
 */
public final class Compaction {

  /** Value of the snapshot property {@code commit-user}. */
  public static final String COMMIT_USER = "__fluss_lake_compaction";

  private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);
  private static final String USER_PROPERTY = "commit-user";

  private final Table table;
  private final CompactionOptions options;
  private final Consumer<List<String>> deleteFiles;

  /**
   * @param deleteFiles deletes files of compactions that did not come about
   */
  public Compaction(Table table, CompactionOptions options, Consumer<List<String>> deleteFiles) {
    this.table = table;
    this.options = options;
    this.deleteFiles = deleteFiles;
  }

  /** A bin and what it was rewritten to. */
  private static final class Rewritten {
    final Bin bin;
    final List<DataFile> files;

    Rewritten(Bin bin, List<DataFile> files) {
      this.bin = bin;
      this.files = files;
    }

    List<String> locations() {
      return files.stream().map(ContentFile::location).collect(Collectors.toList());
    }
  }

  /**
   * Compacts what is worth it, if there were some rounds since the last time.
   *
   * @return how many files were replaced
   */
  public int run() throws IOException {
    table.refresh();
    Snapshot snapshot = table.currentSnapshot();
    if (snapshot == null || !isDue(snapshot)) {
      return 0;
    }
    CompactionPlan plan = new CompactionPlan(table, snapshot, options);
    List<Rewritten> rewritten = new ArrayList<>();
    try {
      for (Bin bin : plan.bins) {
        rewritten.add(rewrite(bin, plan.targetBytes));
      }
    } catch (IOException | RuntimeException e) {
      rewritten.forEach(one -> deleteFiles.accept(one.locations()));
      throw e;
    }
    if (rewritten.isEmpty()) {
      return 0;
    }
    if (commit(plan, snapshot, rewritten)) {
      return files(rewritten);
    }
    int replaced = 0;
    for (Rewritten one : rewritten) {
      List<Rewritten> alone = List.of(one);
      if (rewritten.size() > 1 && commit(plan, snapshot, alone)) {
        replaced += files(alone);
      } else {
        deleteFiles.accept(one.locations());
      }
    }
    return replaced;
  }

  private static int files(List<Rewritten> rewritten) {
    return rewritten.stream().mapToInt(one -> one.bin.tasks.size()).sum();
  }

  private boolean isDue(Snapshot current) {
    int rounds = 0;
    for (Snapshot snapshot = current;
        snapshot != null && rounds < options.minFiles;
        snapshot = snapshot.parentId() == null ? null : table.snapshot(snapshot.parentId())) {
      if (COMMIT_USER.equals(snapshot.summary().get(USER_PROPERTY))) {
        return false;
      }
      rounds++;
    }
    return rounds >= options.minFiles;
  }

  private Rewritten rewrite(Bin bin, long targetBytes) throws IOException {
    FileFormat format =
        FileFormat.valueOf(
            table
                .properties()
                .getOrDefault(
                    TableProperties.DEFAULT_FILE_FORMAT,
                    TableProperties.DEFAULT_FILE_FORMAT_DEFAULT)
                .toUpperCase(Locale.ROOT));
    int bucket = bin.partition.get(bin.partition.size() - 1, Integer.class);
    Output output =
        new Output(
            bin,
            format,
            OutputFileFactory.builderFor(table, bucket, 0).format(format).build(),
            targetBytes);
    LakeFile.LoadedDeletes deletes = new LakeFile.LoadedDeletes(table.io());
    Schema schema = table.schema();
    try {
      for (FileScanTask task : bin.tasks) {
        LakeFile.read(task, deletes, schema, schema, (row, position) -> output.add(row));
      }
      output.finish();
    } catch (IOException | RuntimeException e) {
      output.discard(e);
      throw e;
    }
    return new Rewritten(bin, output.files);
  }

  /** Returns false if others were faster. */
  private boolean commit(CompactionPlan plan, Snapshot from, List<Rewritten> rewritten) {
    RewriteFiles rewrite =
        table
            .newRewrite()
            .validateFromSnapshot(from.snapshotId())
            // deletes that come later apply to the rows all the same
            .dataSequenceNumber(from.sequenceNumber());
    rewrite.set(USER_PROPERTY, COMMIT_USER);
    List<Bin> bins = new ArrayList<>();
    for (Rewritten one : rewritten) {
      bins.add(one.bin);
      one.bin.tasks.forEach(task -> rewrite.deleteFile(task.file()));
      one.files.forEach(rewrite::addFile);
    }
    plan.uselessAfter(bins).forEach(rewrite::deleteFile);
    try {
      rewrite.commit();
      return true;
    } catch (RuntimeException e) {
      if (e instanceof CleanableFailure) {
        LOG.info(
            "A compaction of {} in {} buckets did not come about: {}",
            table.name(),
            rewritten.size(),
            e.getMessage());
        return false;
      }
      // the catalog may refer to the files
      throw e;
    }
  }

  /** The new files of a bin, ended at the target size. */
  private final class Output {
    private final Bin bin;
    private final FileFormat format;
    private final OutputFileFactory names;
    private final long targetBytes;
    private final GenericAppenderFactory factory;
    private final List<DataFile> files = new ArrayList<>();
    private EncryptedOutputFile current;
    private FileAppender<Record> appender;
    private long rows;

    Output(Bin bin, FileFormat format, OutputFileFactory names, long targetBytes) {
      this.bin = bin;
      this.format = format;
      this.names = names;
      this.targetBytes = targetBytes;
      this.factory =
          new GenericAppenderFactory(
              table, table.schema(), table.spec(), table.properties(), null, null, null);
    }

    void add(Record row) throws IOException {
      if (appender == null) {
        current = names.newOutputFile(table.spec(), bin.partition);
        appender = factory.newAppender(current, format);
      }
      appender.add(row);
      if (++rows % 1000 == 0 && appender.length() >= targetBytes) {
        finish();
      }
    }

    void finish() throws IOException {
      if (appender == null) {
        return;
      }
      appender.close();
      files.add(
          DataFiles.builder(table.spec())
              .withPath(current.encryptingOutputFile().location())
              .withFormat(format)
              .withPartition(bin.partition)
              .withFileSizeInBytes(appender.length())
              .withMetrics(appender.metrics())
              .withSplitOffsets(appender.splitOffsets())
              .withSortOrder(table.sortOrder())
              .withEncryptionKeyMetadata(current.keyMetadata())
              .build());
      appender = null;
    }

    void discard(Exception failure) {
      List<String> locations =
          files.stream().map(ContentFile::location).collect(Collectors.toList());
      if (appender != null) {
        locations.add(current.encryptingOutputFile().location());
        try {
          appender.close();
        } catch (IOException | RuntimeException e) {
          failure.addSuppressed(e);
        }
      }
      deleteFiles.accept(locations);
    }
  }
}
