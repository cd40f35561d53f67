// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.compression.ArrowCompressionInfo;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.lake.iceberg.LakeRig;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.SupportsRecordBatchWrite;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.record.arrow.ArrowBatchReader;
import org.apache.fluss.record.arrow.ArrowLogBatchBuilder;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.RowType;

/** The changelog of one bucket of a primary-key table, as a server writes it, and its table. */
final class Changelog {

  private static final class Change {
    final ChangeType type;
    final InternalRow row;

    Change(ChangeType type, InternalRow row) {
      this.type = type;
      this.row = row;
    }
  }

  private final RowType rowType;
  private final ChangelogImage image;
  private final List<Change> changes = new ArrayList<>();
  private final ArrowLogBatchBuilder builder;
  private final ArrowBatchReader reader;

  /** The live rows by key. */
  final Map<Object, GenericRow> rows = new TreeMap<>();

  Changelog(RowType rowType, ChangelogImage image) {
    this.rowType = rowType;
    this.image = image;
    this.builder =
        new ArrowLogBatchBuilder(
            rowType,
            1,
            ArrowCompressionInfo.NO_COMPRESSION,
            false,
            1 << 20,
            new ArrowCompressionRatioEstimator());
    this.reader = new ArrowBatchReader(rowType);
  }

  long end() {
    return changes.size();
  }

  void upsert(Object key, GenericRow row) {
    GenericRow before = rows.put(key, row);
    if (image == ChangelogImage.WAL) {
      changes.add(new Change(ChangeType.UPDATE_AFTER, row));
    } else if (before == null) {
      changes.add(new Change(ChangeType.INSERT, row));
    } else {
      changes.add(new Change(ChangeType.UPDATE_BEFORE, before));
      changes.add(new Change(ChangeType.UPDATE_AFTER, row));
    }
  }

  void delete(Object key) {
    GenericRow before = rows.remove(key);
    if (before != null) {
      changes.add(new Change(ChangeType.DELETE, before));
    }
  }

  /** Writes a part of the changelog, in batches of so many or, if 0, row by row. */
  void write(LakeWriter<?> writer, long from, long to, int batchSize) throws IOException {
    for (long at = from; at < to; ) {
      if (batchSize == 0) {
        Change change = changes.get((int) at);
        writer.write(LakeRig.record(at, 1000 + at, change.type, change.row));
        at++;
      } else {
        int count = (int) Math.min(batchSize, to - at);
        ((SupportsRecordBatchWrite) writer).write(batch(at, count));
        at += count;
      }
    }
  }

  ArrowRecordBatch batch(long from, int count) {
    ChangeType[] types = new ChangeType[count];
    for (int i = 0; i < count; i++) {
      Change change = changes.get((int) from + i);
      types[i] = change.type;
      builder.append(change.type, change.row);
    }
    ByteBuffer sealed = builder.seal(-1, -1);
    byte[] bytes = Arrays.copyOf(sealed.array(), sealed.limit());
    builder.reset();
    int body = LogBatchHeader.V0_HEADER_SIZE + count;
    return new ArrowRecordBatch(
        reader.read(bytes, body, bytes.length, count), 0, count, from, 1000 + from, types);
  }

  RowType rowType() {
    return rowType;
  }
}
