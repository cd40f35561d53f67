// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.fluss.exception.InvalidColumnProjectionException;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.record.arrow.ArrowProjection;
import org.apache.fluss.record.arrow.BatchSource;
import org.apache.fluss.record.arrow.ProjectedBatches;
import org.apache.fluss.rpc.messages.RecordsPayload;
import org.apache.fluss.server.log.LogRegion;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.PooledByteBufAllocator;

/** The columns a fetch asks for, and how they are taken from stored batches. For one request. */
final class ColumnSelection {
  private final ArrowProjection projection;

  private ColumnSelection(ArrowProjection projection) {
    this.projection = projection;
  }

  /**
   * Checks a projection.
   *
   * @param columns positions of top-level columns
   * @throws InvalidColumnProjectionException if the table's batches cannot be projected, or not so
   */
  static ColumnSelection of(int[] columns, TableInfo table, KnownTables tables) {
    LogFormat format = table.getTableConfig().getLogFormat();
    if (format != LogFormat.ARROW) {
      throw new InvalidColumnProjectionException(
          "Table "
              + table.getTablePath()
              + " has the log format "
              + format
              + "; only columns of ARROW can be selected on the server.");
    }
    if (columns.length == 0) {
      throw new IllegalArgumentException(
          "A fetch with column selection from " + table.getTablePath() + " names no column.");
    }
    return new ColumnSelection(
        new ArrowProjection(
            columns, table.getRowType(), schemaId -> tables.schema(table, schemaId).getRowType()));
  }

  /**
   * Takes the columns out of batches.
   *
   * @param region its lease is taken over
   * @param maxBytes limit of the result
   * @param minOneBatch whether the stored size of the first batch is allowed in any case
   * @return null if the first batch exceeds the limit
   */
  RecordsPayload read(LogRegion region, int maxBytes, boolean minOneBatch) throws IOException {
    try {
      int limit = minOneBatch ? Math.max(maxBytes, firstBatchSize(region)) : maxBytes;
      BatchSource source = (position, target) -> region.readFully(target, (int) position);
      ProjectedBatches batches = projection.project(source, 0, region.sizeInBytes(), limit);
      return batches.sizeInBytes() == 0 ? null : payload(batches, region);
    } finally {
      region.release();
    }
  }

  private static int firstBatchSize(LogRegion region) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(LogBatchHeader.LOG_OVERHEAD);
    region.readFully(head, 0);
    return LogBatchHeader.sizeInBytes(head, 0);
  }

  /**
   * Columns of small batches are many short regions: read into one buffer they go out with one
   * system call, which is faster than sending each from the file.
   */
  private static RecordsPayload payload(ProjectedBatches batches, LogRegion region)
      throws IOException {
    ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(batches.sizeInBytes());
    try {
      Copy copy = new Copy(out, region);
      batches.forEach(copy);
      if (copy.error != null) {
        throw copy.error;
      }
      return RecordsPayload.of(out);
    } catch (IOException | RuntimeException e) {
      out.release();
      throw e;
    }
  }

  private static final class Copy implements ProjectedBatches.Visitor {
    private final ByteBuf out;
    private final LogRegion region;
    private IOException error;

    Copy(ByteBuf out, LogRegion region) {
      this.out = out;
      this.region = region;
    }

    @Override
    public void bytes(byte[] bytes, int offset, int length) {
      out.writeBytes(bytes, offset, length);
    }

    @Override
    public void region(long position, int length) {
      if (error != null) {
        return;
      }
      try {
        region.readFully(out.nioBuffer(out.writerIndex(), length), (int) position);
        out.writerIndex(out.writerIndex() + length);
      } catch (IOException e) {
        error = e;
      }
    }
  }
}
