// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Random;
import org.apache.fluss.compression.ArrowCompressionInfo;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.compression.ArrowCompressionType;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows per CPU second of building and reading Arrow batches with one thread; run its main by hand.
 */
final class ArrowBench {
  private static final Logger LOG = LoggerFactory.getLogger(ArrowBench.class);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROWS = 200_000;

  private ArrowBench() {}

  /** Ten columns, about 110 bytes a row. */
  private static final RowType TYPE =
      RowType.of(
          DataTypes.BIGINT(),
          DataTypes.INT(),
          DataTypes.STRING(),
          DataTypes.STRING(),
          DataTypes.DOUBLE(),
          DataTypes.TIMESTAMP(3),
          DataTypes.BOOLEAN(),
          DataTypes.DECIMAL(12, 2),
          DataTypes.DATE(),
          DataTypes.STRING());

  public static void main(String[] args) {
    GenericRow[] rows = rows();
    for (ArrowCompressionType type : ArrowCompressionType.values()) {
      ArrowCompressionInfo compression =
          new ArrowCompressionInfo(type, type == ArrowCompressionType.ZSTD ? 3 : -1);
      for (int round = 0; round < 6; round++) {
        run(rows, compression, round);
      }
    }
  }

  private static GenericRow[] rows() {
    Random random = new Random(7);
    GenericRow[] rows = new GenericRow[ROWS];
    for (int i = 0; i < ROWS; i++) {
      rows[i] =
          GenericRow.of(
              (long) i,
              random.nextInt(1000),
              BinaryString.fromString("customer-" + random.nextInt(100_000)),
              BinaryString.fromString("city of " + random.nextInt(300)),
              random.nextInt(100_000) / 100.0,
              TimestampNtz.fromMillis(1_700_000_000_000L + i * 13L),
              random.nextBoolean(),
              Decimal.fromUnscaledLong(random.nextInt(1_000_000), 12, 2),
              19_000 + random.nextInt(365),
              BinaryString.fromString(
                  Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong())));
    }
    return rows;
  }

  private static void run(GenericRow[] rows, ArrowCompressionInfo compression, int round) {
    ArrowLogBatchBuilder builder =
        new ArrowLogBatchBuilder(
            TYPE, 1, compression, true, 2 << 20, new ArrowCompressionRatioEstimator());
    byte[][] batches = new byte[1000][];
    int[] counts = new int[1000];
    int batchCount = 0;
    long bytes = 0;
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < 5 * ROWS; i++) {
      builder.append(ChangeType.APPEND_ONLY, rows[i % ROWS]);
      if (builder.isFull() || i == 5 * ROWS - 1) {
        ByteBuffer batch = builder.seal(1, batchCount);
        counts[batchCount] = builder.recordCount();
        batches[batchCount] = new byte[batch.remaining()];
        batch.get(batches[batchCount]);
        bytes += batches[batchCount++].length;
        builder.reset();
      }
    }
    long built = THREADS.getCurrentThreadCpuTime();
    ArrowBatchReader reader = new ArrowBatchReader(TYPE);
    long sum = 0;
    for (int b = 0; b < batchCount; b++) {
      ArrowColumn[] columns = reader.read(batches[b], 48, batches[b].length, counts[b]);
      for (int i = 0; i < counts[b]; i++) {
        ArrowRow row = new ArrowRow(columns, i);
        sum += row.getLong(0) + row.getInt(1) + row.getString(2).getSizeInBytes();
        sum += row.getString(3).getSizeInBytes() + (long) row.getDouble(4);
        sum += row.getTimestampNtz(5, 3).getMillisecond() + (row.getBoolean(6) ? 1 : 0);
        sum += row.getDecimal(7, 12, 2).toUnscaledLong() + row.getInt(8);
        sum += row.getString(9).getSizeInBytes();
      }
    }
    long read = THREADS.getCurrentThreadCpuTime();
    LOG.info(
        String.format(
            Locale.ROOT,
            "%s round %d: build %.2f M rows/s, read %.2f M rows/s, %d batches, %.1f bytes/row (%d)",
            compression,
            round,
            5e3 * ROWS / (built - start),
            5e3 * ROWS / (read - built),
            batchCount,
            bytes / (5.0 * ROWS),
            sum));
  }
}
