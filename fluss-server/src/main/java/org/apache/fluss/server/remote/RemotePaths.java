// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.remote;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;

/** Where things are in remote storage. Immutable. */
public final class RemotePaths {
  /** Name of the directory of files that several snapshots of a bucket use. */
  public static final String SHARED = "shared";

  private static final Pattern SNAPSHOT = Pattern.compile("snap-([0-9]{1,18})");

  private final FsPath root;

  /**
   * @param root {@code remote.data.dir}
   */
  public RemotePaths(FsPath root) {
    this.root = root;
  }

  /**
   * What a table, or a partition of it, has of one kind.
   *
   * @param kind {@code kv}, {@code log} or {@code lake}
   * @param partitionId null for all of the table
   */
  public FsPath directory(String kind, PhysicalTablePath path, long tableId, Long partitionId) {
    FsPath table =
        new FsPath(
            new FsPath(new FsPath(root, kind), path.getDatabaseName()),
            path.getTableName() + "-" + tableId);
    return partitionId == null
        ? table
        : new FsPath(table, path.getPartitionName() + "-p" + partitionId);
  }

  /** The kv snapshots of a bucket. */
  public FsPath kvBucket(PhysicalTablePath path, TableBucket bucket) {
    return new FsPath(
        directory("kv", path, bucket.getTableId(), bucket.getPartitionId()),
        String.valueOf(bucket.getBucket()));
  }

  /** Files that several snapshots of the bucket use. */
  public static FsPath kvShared(FsPath kvBucket) {
    return new FsPath(kvBucket, SHARED);
  }

  /** Files of one snapshot. */
  public static FsPath kvSnapshot(FsPath kvBucket, long snapshotId) {
    return new FsPath(kvBucket, kvSnapshotName(snapshotId));
  }

  public static String kvSnapshotName(long snapshotId) {
    return "snap-" + snapshotId;
  }

  /** The snapshot whose directory has that name, -1 when it is another name. */
  public static long kvSnapshotId(String directoryName) {
    Matcher matcher = SNAPSHOT.matcher(directoryName);
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : -1;
  }

  /** What a lease on kv snapshots keeps. */
  public FsPath kvSnapshotLease(String leaseId) {
    return new FsPath(new FsPath(new FsPath(root, "lease"), "kv-snapshot"), leaseId);
  }

  /** Offsets that producers registered, a directory each. */
  public FsPath producers() {
    return new FsPath(root, "producers");
  }
}
