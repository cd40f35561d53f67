// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.nio.ByteBuffer;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogBatchBuilder;
import org.apache.fluss.record.RowLogBatchBuilder;
import org.apache.fluss.record.arrow.ArrowLogBatchBuilder;
import org.apache.fluss.server.log.CheckedRecords;

/** Turns changes of stored values into log batches of the newest schema. For one lane. */
final class Changelog {
  /** A builder that grew beyond this is not kept. */
  private static final int KEPT_BYTES = 1 << 20;

  private final KvSchemas schemas;
  private final ArrowCompressionRatioEstimator ratio = new ArrowCompressionRatioEstimator();
  private final boolean fullImage;
  private LogBatchBuilder builder;

  Changelog(KvSchemas schemas) {
    this.schemas = schemas;
    this.fullImage = schemas.table().getTableConfig().getChangelogImage() == ChangelogImage.FULL;
  }

  /** The table has a new schema. */
  void schemaChanged() {
    builder = null;
  }

  /** Whether an update shows what was before it, too. */
  boolean isFullImage() {
    return fullImage;
  }

  void begin() {
    if (builder == null) {
      builder = newBuilder(schemas.table());
    } else {
      builder.reset();
    }
  }

  private LogBatchBuilder newBuilder(TableInfo table) {
    LogFormat format = table.getTableConfig().getLogFormat();
    return format == LogFormat.ARROW
        ? new ArrowLogBatchBuilder(
            table.getRowType(),
            table.getSchemaId(),
            table.getTableConfig().getArrowCompressionInfo(),
            false,
            Integer.MAX_VALUE,
            ratio)
        : new RowLogBatchBuilder(
            format, table.getRowType(), table.getSchemaId(), false, Integer.MAX_VALUE);
  }

  void add(ChangeType change, byte[] value) {
    builder.append(change, schemas.row(value));
  }

  /** The batch, in memory of its own. */
  CheckedRecords seal(long writerId, int batchSequence) {
    ByteBuffer sealed = builder.seal(writerId, batchSequence);
    ByteBuffer copy = ByteBuffer.allocate(sealed.remaining());
    copy.put(sealed).flip();
    if (copy.limit() > KEPT_BYTES) {
      builder = null;
    }
    return CheckedRecords.made(copy);
  }
}
