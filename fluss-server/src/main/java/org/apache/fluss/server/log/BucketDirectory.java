// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.nio.file.Path;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;

/**
 * Where one bucket lies: {@code db/table-7/log-0}, or {@code db/table-7/partition-p3/log-0} of a
 * partitioned table. Immutable.
 */
public final class BucketDirectory {
  private static final String LOG = "log-";
  private static final String KV = "kv-";

  private final Path parent;
  private final PhysicalTablePath tablePath;
  private final TableBucket bucket;

  BucketDirectory(Path root, PhysicalTablePath tablePath, TableBucket bucket) {
    this.tablePath = tablePath;
    this.bucket = bucket;
    Path table =
        root.resolve(tablePath.getDatabaseName())
            .resolve(tablePath.getTableName() + "-" + bucket.getTableId());
    this.parent =
        bucket.getPartitionId() == null
            ? table
            : table.resolve(tablePath.getPartitionName() + "-p" + bucket.getPartitionId());
  }

  /**
   * What the path of a log directory says.
   *
   * @return null if it is the path of something else
   */
  static BucketDirectory parse(Path root, Path log) {
    Path relative = root.relativize(log);
    int levels = relative.getNameCount();
    if (levels != 3 && levels != 4) {
      return null;
    }
    try {
      String bucketName = relative.getName(levels - 1).toString();
      if (!bucketName.startsWith(LOG)) {
        return null;
      }
      int bucket = Integer.parseUnsignedInt(bucketName.substring(LOG.length()));
      String tableName = relative.getName(1).toString();
      int tableDash = tableName.lastIndexOf('-');
      long tableId = Long.parseLong(tableName.substring(tableDash + 1));
      String partitionName = null;
      Long partitionId = null;
      if (levels == 4) {
        String name = relative.getName(2).toString();
        int dash = name.lastIndexOf('-');
        if (dash < 1 || !name.startsWith("p", dash + 1)) {
          return null;
        }
        partitionName = name.substring(0, dash);
        partitionId = Long.valueOf(name.substring(dash + 2));
      }
      if (tableDash < 1) {
        return null;
      }
      return new BucketDirectory(
          root,
          PhysicalTablePath.of(
              relative.getName(0).toString(), tableName.substring(0, tableDash), partitionName),
          new TableBucket(tableId, partitionId, bucket));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Table and partition the bucket belongs to. */
  public PhysicalTablePath tablePath() {
    return tablePath;
  }

  /** The bucket. */
  public TableBucket bucket() {
    return bucket;
  }

  /** Directory of its log. */
  public Path log() {
    return parent.resolve(LOG + bucket.getBucket());
  }

  /** Directory of its key-value store; only primary-key tables have one. */
  public Path kv() {
    return parent.resolve(KV + bucket.getBucket());
  }

  /** Directory of the table or partition, which goes when its last bucket goes. */
  Path parent() {
    return parent;
  }

  @Override
  public String toString() {
    return log().toString();
  }
}
