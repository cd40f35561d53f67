// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.fluss.config.ConfigOptions.NoKeyAssigner;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableInfo;

/** What is to be written to a table or partition. Thread-safe. */
final class TableQueues {
  final RecordAccumulator accumulator;
  final PhysicalTablePath path;
  final TableInfo table;
  final BucketAssigner assigner;
  final BatchSize batchSize;
  private final AtomicReferenceArray<BucketQueue> queues;
  private volatile LogBuilders builders;

  /** The table or partition is gone; what is written from now on needs new queues. */
  volatile boolean dead;

  /** The partition is known to exist, or the table is not partitioned. */
  volatile boolean exists;

  /** The partition is being created, or was; guarded by this. */
  boolean creating;

  // of the sender
  volatile boolean refreshing;
  volatile long nextRefreshNanos = Long.MIN_VALUE;
  volatile int refreshFailures;

  TableQueues(RecordAccumulator accumulator, PhysicalTablePath path, TableInfo table) {
    this.accumulator = accumulator;
    this.path = path;
    this.table = table;
    this.exists = path.getPartitionName() == null;
    this.queues = new AtomicReferenceArray<>(table.getNumBuckets());
    this.batchSize = accumulator.newBatchSize();
    if (table.hasBucketKey()) {
      this.assigner =
          BucketAssigner.hash(
              table.getTableConfig().getDataLakeFormat().orElse(null), table.getNumBuckets());
    } else if (accumulator.noKeyAssigner() == NoKeyAssigner.ROUND_ROBIN) {
      this.assigner =
          BucketAssigner.roundRobin(table.getNumBuckets(), () -> accumulator.available(path));
    } else {
      this.assigner =
          BucketAssigner.sticky(table.getNumBuckets(), () -> accumulator.available(path));
    }
  }

  boolean isFor(WriteRecord record) {
    return !dead
        && table.getTableId() == record.table.getTableId()
        && (path == record.path || path.equals(record.path));
  }

  int buckets() {
    return queues.length();
  }

  BucketQueue queue(int bucket) {
    BucketQueue queue = queues.get(bucket);
    if (queue == null) {
      queues.compareAndSet(bucket, null, new BucketQueue(this, bucket));
      queue = queues.get(bucket);
    }
    return queue;
  }

  /** Null if nothing was written to the bucket. */
  BucketQueue existingQueue(int bucket) {
    return queues.get(bucket);
  }

  LogBuilders builders(TableInfo written) {
    LogBuilders last = builders;
    if (last == null || !last.serves(written)) {
      last = accumulator.builders(written);
      builders = last;
    }
    return last;
  }
}
