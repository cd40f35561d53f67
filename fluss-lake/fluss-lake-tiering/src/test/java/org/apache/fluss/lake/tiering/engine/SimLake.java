// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.lake.batch.RecordBatch;
import org.apache.fluss.lake.committer.CommittedLakeSnapshot;
import org.apache.fluss.lake.committer.CommitterInitContext;
import org.apache.fluss.lake.committer.LakeCommitResult;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.serializer.SimpleVersionedSerializer;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.SupportsRecordBatchWrite;
import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.record.LogRecord;

/** A lake in memory that keeps the contract of the lake SPI and breaks in every way it allows. */
final class SimLake {

  /** Rows of one bucket by offset. */
  static final class DataFile {
    final String name;
    final TableBucket bucket;
    final TreeMap<Long, Long> rows = new TreeMap<>();
    // rows of a kv snapshot, which have no offset
    final List<Long> snapshotRows = new ArrayList<>();

    DataFile(String name, TableBucket bucket) {
      this.name = name;
      this.bucket = bucket;
    }
  }

  static final class Snapshot {
    final long id;
    final Map<String, String> properties;
    final List<DataFile> files;

    Snapshot(long id, Map<String, String> properties, List<DataFile> files) {
      this.id = id;
      this.properties = properties;
      this.files = files;
    }
  }

  /** A commit on its way to the catalog, whoever sent it being gone. */
  private static final class InFlight {
    final long tableId;
    final Long expected;
    final Map<String, String> properties;
    final List<DataFile> files;

    InFlight(long tableId, Long expected, Map<String, String> properties, List<DataFile> files) {
      this.tableId = tableId;
      this.expected = expected;
      this.properties = properties;
      this.files = files;
    }
  }

  private final Map<Long, List<Snapshot>> tables = new HashMap<>();
  private final Set<String> storage = new HashSet<>();
  private final List<InFlight> inFlight = new ArrayList<>();
  private long names;
  int rowsWritten;

  List<Snapshot> snapshots(long tableId) {
    return tables.computeIfAbsent(tableId, id -> new ArrayList<>());
  }

  int storedFiles() {
    return storage.size();
  }

  /** All rows of a table; fails on a row that is there twice or whose file is gone. */
  Map<TableBucket, TreeMap<Long, Long>> read(long tableId) {
    Map<TableBucket, TreeMap<Long, Long>> rows = new HashMap<>();
    for (Snapshot snapshot : snapshots(tableId)) {
      for (DataFile file : snapshot.files) {
        if (!storage.contains(file.name)) {
          throw new AssertionError("File " + file.name + " of a snapshot was deleted");
        }
        file.rows.forEach(
            (offset, value) -> {
              if (rows.computeIfAbsent(file.bucket, b -> new TreeMap<>()).put(offset, value)
                  != null) {
                throw new AssertionError("Offset " + offset + " of " + file.bucket + " twice");
              }
            });
      }
    }
    return rows;
  }

  /** The rows of kv snapshots, in order. */
  List<Long> snapshotRows(long tableId) {
    List<Long> rows = new ArrayList<>();
    snapshots(tableId)
        .forEach(snapshot -> snapshot.files.forEach(file -> rows.addAll(file.snapshotRows)));
    rows.sort(null);
    return rows;
  }

  void deliver() {
    for (InFlight commit : inFlight) {
      if (Objects.equals(newest(commit.tableId), commit.expected)) {
        append(commit.tableId, commit.properties, commit.files);
      }
    }
    inFlight.clear();
  }

  private Long newest(long tableId) {
    List<Snapshot> snapshots = snapshots(tableId);
    return snapshots.isEmpty() ? null : snapshots.get(snapshots.size() - 1).id;
  }

  private long append(long tableId, Map<String, String> properties, List<DataFile> files) {
    // ids do not grow with time, as in Iceberg
    long id = Math.abs((snapshots(tableId).size() + 1) * 0x9E3779B97F4A7C15L) | 1;
    snapshots(tableId).add(new Snapshot(id, properties, List.copyOf(files)));
    return id;
  }

  LakeTieringFactory<DataFile, List<DataFile>> client(SimProcess process) {
    return new Client(process);
  }

  private final class Client implements LakeTieringFactory<DataFile, List<DataFile>> {
    private static final long serialVersionUID = 1L;

    private final transient SimProcess process;

    Client(SimProcess process) {
      this.process = process;
    }

    @Override
    public LakeWriter<DataFile> createLakeWriter(WriterInitContext context) {
      return process.call("writer", () -> new Writer(process, context.tableBucket()));
    }

    @Override
    public LakeCommitter<DataFile, List<DataFile>> createLakeCommitter(
        CommitterInitContext context) {
      return process.call(
          "committer", () -> new Committer(process, context.tableInfo().getTableId()));
    }

    @Override
    public SimpleVersionedSerializer<DataFile> getWriteResultSerializer() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SimpleVersionedSerializer<List<DataFile>> getCommittableSerializer() {
      throw new UnsupportedOperationException();
    }
  }

  private final class Writer implements LakeWriter<DataFile>, SupportsRecordBatchWrite {
    private final SimProcess process;
    private final DataFile file;
    private boolean complete;

    Writer(SimProcess process, TableBucket bucket) {
      this.process = process;
      this.file = new DataFile("f" + names++, bucket);
      storage.add(file.name);
    }

    @Override
    public void write(LogRecord record) {
      rowsWritten++;
      if (record.logOffset() < 0) {
        file.snapshotRows.add(record.getRow().getLong(0));
      } else {
        file.rows.put(record.logOffset(), record.getRow().getLong(0));
      }
    }

    @Override
    public void write(RecordBatch batch) {
      ArrowRecordBatch rows = (ArrowRecordBatch) batch;
      for (int i = 0; i < rows.rowCount(); i++) {
        file.rows.put(rows.offset(i), rows.row(i).getLong(0));
      }
    }

    @Override
    public DataFile complete() {
      return process.call(
          "complete",
          () -> {
            complete = true;
            return file;
          });
    }

    @Override
    public void close() {
      if (!complete && !process.isDead()) {
        storage.remove(file.name);
      }
    }
  }

  private final class Committer implements LakeCommitter<DataFile, List<DataFile>> {
    private final SimProcess process;
    private final long tableId;
    private Long expected;
    private boolean mayHaveHappened;

    Committer(SimProcess process, long tableId) {
      this.process = process;
      this.tableId = tableId;
    }

    @Override
    public List<DataFile> toCommittable(List<DataFile> files) {
      return files;
    }

    @Override
    public CommittedLakeSnapshot getMissingLakeSnapshot(Long known) {
      return process.call(
          "missing",
          () -> {
            List<Snapshot> snapshots = snapshots(tableId);
            expected = newest(tableId);
            if (expected == null || expected.equals(known)) {
              return null;
            }
            Snapshot last = snapshots.get(snapshots.size() - 1);
            return new CommittedLakeSnapshot(last.id, last.properties);
          });
    }

    @Override
    public LakeCommitResult commit(List<DataFile> files, Map<String, String> properties)
        throws IOException {
      try {
        process.pass("commit:before");
      } catch (SimFault e) {
        throw new IOException("The catalog refused", e);
      }
      mayHaveHappened = true;
      try {
        process.pass("commit:sent");
      } catch (SimFault | SimProcess.Killed e) {
        inFlight.add(new InFlight(tableId, expected, properties, List.copyOf(files)));
        if (e instanceof SimProcess.Killed) {
          throw (SimProcess.Killed) e;
        }
        throw new IOException("No answer of the catalog", e);
      }
      if (!Objects.equals(newest(tableId), expected)) {
        mayHaveHappened = false;
        throw new IOException("Another round was committed meanwhile");
      }
      long id = append(tableId, properties, files);
      try {
        process.pass("commit:after");
      } catch (SimFault e) {
        throw new IOException("No answer of the catalog", e);
      }
      return LakeCommitResult.committedIsReadable(id);
    }

    @Override
    public void abort(List<DataFile> files) {
      process.call(
          "abort",
          () -> {
            files.forEach(file -> storage.remove(file.name));
            return null;
          });
    }

    @Override
    public boolean commitMayHaveHappened() {
      return mayHaveHappened;
    }

    @Override
    public void close() {}
  }
}
