// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.LogBatchBuilder;
import org.apache.fluss.record.RowLogBatchBuilder;
import org.apache.fluss.record.arrow.ArrowLogBatchBuilder;

/** The batch builders of one schema of one table, used over and over. Thread-safe. */
final class LogBuilders {
  /** Builders kept for later; more are left to the garbage collector. */
  private static final int MAX_IDLE = 4;

  private final TableInfo table;
  private final LogFormat format;
  private final ArrowCompressionRatioEstimator ratio = new ArrowCompressionRatioEstimator();
  private final Deque<LogBatchBuilder> idle = new ArrayDeque<>();

  LogBuilders(TableInfo table) {
    this.table = table;
    this.format = table.getTableConfig().getLogFormat();
  }

  boolean serves(TableInfo other) {
    return other == table
        || other.getTableId() == table.getTableId() && other.getSchemaId() == table.getSchemaId();
  }

  LogBatchBuilder take(int targetBytes) {
    LogBatchBuilder builder;
    synchronized (this) {
      builder = idle.poll();
    }
    if (builder == null) {
      return create(targetBytes);
    }
    builder.reset(targetBytes);
    return builder;
  }

  private LogBatchBuilder create(int targetBytes) {
    return format == LogFormat.ARROW
        ? new ArrowLogBatchBuilder(
            table.getRowType(),
            table.getSchemaId(),
            table.getTableConfig().getArrowCompressionInfo(),
            true,
            targetBytes,
            ratio)
        : new RowLogBatchBuilder(
            format, table.getRowType(), table.getSchemaId(), true, targetBytes);
  }

  void give(LogBatchBuilder builder) {
    synchronized (this) {
      if (idle.size() < MAX_IDLE) {
        idle.push(builder);
      }
    }
  }

  synchronized void dropIdle() {
    idle.clear();
  }
}
