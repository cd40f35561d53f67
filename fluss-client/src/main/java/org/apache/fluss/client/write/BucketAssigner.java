// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.fluss.bucketing.BucketingFunction;
import org.apache.fluss.cluster.BucketLocation;
import org.apache.fluss.metadata.DataLakeFormat;

/** Chooses the buckets of records of one table or partition. Thread-safe. */
abstract class BucketAssigner {
  /**
   * @param bucketKey null if the table has no bucket key
   */
  abstract int bucket(byte[] bucketKey);

  /** Learns that the batch of a bucket is full. */
  void batchFull(int bucket) {}

  static BucketAssigner hash(DataLakeFormat lakeFormat, int buckets) {
    BucketingFunction function = BucketingFunction.of(lakeFormat);
    return new BucketAssigner() {
      @Override
      int bucket(byte[] bucketKey) {
        return function.bucketing(bucketKey, buckets);
      }
    };
  }

  /**
   * One bucket after the other.
   *
   * @param available the buckets that have a leader now
   */
  static BucketAssigner roundRobin(int buckets, Supplier<List<BucketLocation>> available) {
    AtomicInteger next = new AtomicInteger(ThreadLocalRandom.current().nextInt(1 << 20));
    return new BucketAssigner() {
      @Override
      int bucket(byte[] bucketKey) {
        int turn = next.getAndIncrement() & Integer.MAX_VALUE;
        List<BucketLocation> choice = available.get();
        return choice.isEmpty() ? turn % buckets : choice.get(turn % choice.size()).getBucketId();
      }
    };
  }

  /**
   * The same bucket until its batch is full, then another one by chance.
   *
   * @param available the buckets that have a leader now
   */
  static BucketAssigner sticky(int buckets, Supplier<List<BucketLocation>> available) {
    AtomicInteger current = new AtomicInteger(-1);
    return new BucketAssigner() {
      @Override
      int bucket(byte[] bucketKey) {
        int bucket = current.get();
        if (bucket < 0) {
          current.compareAndSet(-1, other(-1));
          bucket = current.get();
        }
        return bucket;
      }

      @Override
      void batchFull(int bucket) {
        if (current.get() == bucket) {
          // of threads that find the batch full at once, one switches
          current.compareAndSet(bucket, other(bucket));
        }
      }

      private int other(int bucket) {
        List<BucketLocation> choice = available.get();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (choice.isEmpty()) {
          return random.nextInt(buckets);
        }
        if (choice.size() == 1) {
          return choice.get(0).getBucketId();
        }
        int picked;
        do {
          picked = choice.get(random.nextInt(choice.size())).getBucketId();
        } while (picked == bucket);
        return picked;
      }
    };
  }
}
