// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.lake.batch.RecordBatch;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.lake.iceberg.catalog.LakeCall;
import org.apache.fluss.lake.iceberg.keys.BucketScan;
import org.apache.fluss.lake.iceberg.keys.KeyHash;
import org.apache.fluss.lake.iceberg.keys.KeyIndex;
import org.apache.fluss.lake.iceberg.keys.KeyIndexes;
import org.apache.fluss.lake.iceberg.keys.LakeKeys;
import org.apache.fluss.lake.iceberg.keys.RoundKeys;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.SupportsRecordBatchWrite;
import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.RowType;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.WriteResult;
import org.apache.iceberg.types.Types;

/**
 * Brings the changelog of one bucket into the lake: new rows into data files, what they replace and
 * what was deleted as position deletes, or as equality deletes if the table wants those. A
 * changelog may hold rows before an update or not; a key has one live row afterwards in either
 * case. Not thread-safe.
 */
final class IcebergUpsertWriter
    implements LakeWriter<IcebergWriteResult>, SupportsRecordBatchWrite {

  private final Table table;
  private final StructLike partition;
  private final int bucket;
  private final BucketFiles files;
  private final LakeKeys keys;
  private final RoundKeys round;
  private final AwsDoing doing;
  private final BatchKeys batchKeys = new BatchKeys();
  private final List<DeleteFile> deleteFiles = new ArrayList<>();
  private final OutputFileFactory deleteNames;
  // null for position deletes
  private final EqualityEncoding equality;
  private EncryptedOutputFile deleteOutput;
  private int[] selected = new int[0];
  private long[] high = new long[0];
  private long[] low = new long[0];
  private boolean ended;

  IcebergUpsertWriter(
      Table table, String tableUuid, WriterInitContext context, KeyIndexes indexes, AwsDoing doing)
      throws IOException {
    this.table = table;
    this.doing = doing;
    this.bucket = context.tableBucket().getBucket();
    this.partition = LakePartition.of(table.spec(), context.partition(), bucket);
    this.files = new BucketFiles(table, context.tableInfo().getRowType(), partition, bucket);
    this.keys = new LakeKeys(context.tableInfo().getRowType(), keyNames(table));
    KeyIndexes.Use use =
        indexes.take(
            new KeyIndexes.Bucket(tableUuid, table.spec().specId(), context.partition(), bucket));
    try {
      this.deleteNames = PositionDeletes.names(table, bucket);
      TableConfig config = context.tableInfo().getTableConfig();
      if (config.getDataLakeDeleteEncoding() == ConfigOptions.DeleteEncoding.EQUALITY) {
        this.equality = new EqualityEncoding(context.tableInfo());
        this.round = RoundKeys.ofRoundOnly(use);
      } else {
        this.equality = null;
        Optional<KeyIndex> index =
            KeyIndex.current(use.takeIndex(), table, partition, keys, use::grow);
        this.round = new RoundKeys(use, index.orElse(null));
      }
    } catch (Throwable e) {
      // or its memory would be taken for good
      use.end(null);
      throw e;
    }
  }

  static List<String> keyNames(Table table) {
    return BucketScan.keyColumns(table.schema()).columns().stream()
        .map(Types.NestedField::name)
        .collect(Collectors.toList());
  }

  @Override
  public void write(LogRecord record) throws IOException {
    LakeCall.<Void, IOException>run(
        doing,
        () -> {
          writeRow(record.getChangeType(), record.getRow(), record.logOffset(), record.timestamp());
          return null;
        });
  }

  private void writeRow(ChangeType type, InternalRow row, long offset, long timestampMs)
      throws IOException {
    KeyHash key = keys.of(row);
    boolean first;
    if (isRow(type)) {
      LogFile file = open();
      long position = file.rows();
      // rows of a snapshot of the table have no offset
      first = round.put(key.high(), key.low(), files.finished(), position, offset < 0);
      file.append(row, bucket, offset, timestampMs);
      files.rollIfFull();
      if ((position & 0xfff) == 0) {
        round.account();
      }
    } else {
      first = round.remove(key.high(), key.low());
    }
    if (first && equality != null) {
      equality.deleteOlder(type, row);
    }
  }

  static boolean isRow(ChangeType type) {
    switch (type) {
      case INSERT:
      case UPDATE_AFTER:
      case APPEND_ONLY:
        return true;
      default:
        return false;
    }
  }

  @Override
  public void write(RecordBatch batch) throws IOException {
    ArrowRecordBatch arrow = IcebergAppendWriter.arrow(batch);
    LakeCall.<Void, IOException>run(
        doing,
        () -> {
          if (equality == null) {
            writeColumns(arrow);
          } else {
            for (int i = 0; i < arrow.rowCount(); i++) {
              writeRow(arrow.changeType(i), arrow.row(i), arrow.offset(i), arrow.timestamp());
            }
          }
          return null;
        });
  }

  /** Of several changes of a key the last one counts, so it goes from the end. */
  private void writeColumns(ArrowRecordBatch batch) throws IOException {
    int count = batch.rowCount();
    if (selected.length < count) {
      selected = new int[count];
      high = new long[count];
      low = new long[count];
    }
    batchKeys.start(count);
    int first = count;
    for (int i = count - 1; i >= 0; i--) {
      KeyHash key = keys.of(batch, i);
      if (!batchKeys.add(key.high(), key.low())) {
        continue;
      }
      if (isRow(batch.changeType(i))) {
        first--;
        selected[first] = i;
        high[first] = key.high();
        low[first] = key.low();
      } else {
        round.remove(key.high(), key.low());
      }
    }
    if (first < count) {
      LogFile file = open();
      long row = file.rows();
      for (int i = first; i < count; i++) {
        round.put(high[i], low[i], files.finished(), row + i - first, false);
      }
      file.append(
          first == 0 ? batch : batch.select(Arrays.copyOfRange(selected, first, count)), bucket);
      files.rollIfFull();
    }
    round.account();
  }

  private LogFile open() throws IOException {
    if (ended) {
      throw new IllegalStateException("This writer is complete.");
    }
    return files.open();
  }

  @Override
  public IcebergWriteResult complete() throws IOException {
    return LakeCall.<IcebergWriteResult, IOException>run(
        doing,
        () -> {
          List<DataFile> data = files.finish();
          Snapshot base = table.currentSnapshot();
          round.finish(
              data.stream().map(ContentFile::location).collect(Collectors.toList()),
              keys,
              () -> base == null ? null : BucketScan.plan(table, base.snapshotId(), partition));
          if (round.hasDeletes()) {
            deleteOutput = deleteNames.newOutputFile(table.spec(), partition);
            deleteFiles.add(PositionDeletes.write(table, partition, deleteOutput, round));
          }
          if (equality != null && equality.deletes != null) {
            deleteFiles.add(equality.deletes.finish());
          }
          WriteResult result =
              WriteResult.builder()
                  .addDataFiles(data)
                  .addDeleteFiles(deleteFiles)
                  .addReferencedDataFiles(round.lakeFilesWithDeletes())
                  .build();
          ended = true;
          round.written(
              deleteFiles.stream().map(ContentFile::location).collect(Collectors.toSet()));
          return IcebergWriteResult.keyed(result, base);
        });
  }

  @Override
  public void close() throws IOException {
    if (ended) {
      return;
    }
    ended = true;
    round.abandoned();
    LakeCall.<Void, IOException>run(
        doing,
        () -> {
          try {
            files.discard();
          } finally {
            discardDeletes();
          }
          return null;
        });
  }

  private void discardDeletes() throws IOException {
    List<String> deletes = new ArrayList<>();
    if (deleteOutput != null) {
      deletes.add(deleteOutput.encryptingOutputFile().location());
    }
    try {
      if (equality != null && equality.deletes != null) {
        deletes.add(equality.deletes.location());
        equality.deletes.abandon();
      }
    } finally {
      IcebergLakeCommitter.delete(table.io(), deletes);
    }
  }

  /** The encoding of the released version. */
  private final class EqualityEncoding {
    private final boolean insertsAreNew;
    private final RowType rowType;
    private EqualityDeletes deletes;

    EqualityEncoding(TableInfo table) {
      // without images of the rows before, anything may replace a row; rows of an earlier life
      // have no images
      this.insertsAreNew =
          table.getTableConfig().getChangelogImage() == ChangelogImage.FULL
              && !IcebergLakeCatalog.adopts(table.toTableDescriptor());
      this.rowType = table.getRowType();
    }

    void deleteOlder(ChangeType type, InternalRow row) {
      if (table.currentSnapshot() == null || insertsAreNew && type == ChangeType.INSERT) {
        return;
      }
      if (deletes == null) {
        deletes =
            new EqualityDeletes(
                table,
                rowType,
                partition,
                deleteNames.newOutputFile(table.spec(), partition),
                PositionDeletes.format(table));
      }
      deletes.add(row);
    }
  }
}
