// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.fluss.record.LogBatchHeader;

/** Log batches whose bodies mean nothing, for tests of the log, which never looks into them. */
public final class Batches {
  private Batches() {}

  /** A batch of an idempotent writer with some bytes per record. */
  public static ByteBuffer batch(long writerId, int sequence, int records, int bodyBytes) {
    ByteBuffer batch = ByteBuffer.allocate(LogBatchHeader.V0_HEADER_SIZE + bodyBytes);
    new Random(31 * writerId + sequence).nextBytes(batch.array());
    LogBatchHeader.write(
        batch, 0, (byte) 0, batch.capacity(), 1, true, writerId, sequence, records);
    return batch;
  }

  /** A batch without writer. */
  public static ByteBuffer batch(int records, int bodyBytes) {
    return batch(LogBatchHeader.NO_WRITER_ID, LogBatchHeader.NO_BATCH_SEQUENCE, records, bodyBytes);
  }

  /** Several batches in one buffer. */
  public static ByteBuffer join(ByteBuffer... batches) {
    int size = 0;
    for (ByteBuffer batch : batches) {
      size += batch.remaining();
    }
    ByteBuffer all = ByteBuffer.allocate(size);
    for (ByteBuffer batch : batches) {
      all.put(batch.duplicate());
    }
    all.flip();
    return all;
  }

  /** Several batches as a request. */
  public static CheckedRecords request(ByteBuffer... batches) {
    return CheckedRecords.check(join(batches));
  }

  /** Whole batches in some bytes, as (base offset, last offset) pairs. */
  public static List<long[]> ranges(ByteBuffer bytes) {
    List<long[]> ranges = new ArrayList<>();
    int at = 0;
    while (bytes.limit() - at >= LogBatchHeader.V0_HEADER_SIZE
        && LogBatchHeader.sizeInBytes(bytes, at) <= bytes.limit() - at) {
      ranges.add(
          new long[] {LogBatchHeader.baseOffset(bytes, at), LogBatchHeader.lastOffset(bytes, at)});
      at += LogBatchHeader.sizeInBytes(bytes, at);
    }
    return ranges;
  }
}
