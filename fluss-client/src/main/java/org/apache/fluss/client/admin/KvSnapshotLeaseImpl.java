// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.client.metadata.AcquireKvSnapshotLeaseResult;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.gateway.AdminGateway;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.DropKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.PbKvSnapshotLeaseForBucket;
import org.apache.fluss.rpc.messages.PbKvSnapshotLeaseForTable;
import org.apache.fluss.rpc.messages.PbTableBucket;
import org.apache.fluss.rpc.messages.ReleaseKvSnapshotLeaseRequest;

/** A lease the coordinator keeps. */
public class KvSnapshotLeaseImpl implements KvSnapshotLease {
  private final String leaseId;
  private final long leaseDurationMs;
  private final AdminGateway gateway;

  public KvSnapshotLeaseImpl(String leaseId, long leaseDurationMs, AdminGateway gateway) {
    this.leaseId = leaseId;
    this.leaseDurationMs = leaseDurationMs;
    this.gateway = gateway;
  }

  @Override
  public String leaseId() {
    return leaseId;
  }

  @Override
  public long leaseDurationMs() {
    return leaseDurationMs;
  }

  @Override
  public CompletableFuture<AcquireKvSnapshotLeaseResult> acquireSnapshots(
      Map<TableBucket, Long> snapshotIds) {
    if (snapshotIds.isEmpty()) {
      throw new IllegalArgumentException("Name at least one snapshot to lease.");
    }
    return acquire(snapshotIds);
  }

  private CompletableFuture<AcquireKvSnapshotLeaseResult> acquire(Map<TableBucket, Long> ids) {
    AcquireKvSnapshotLeaseRequest request =
        new AcquireKvSnapshotLeaseRequest().setLeaseId(leaseId).setLeaseDurationMs(leaseDurationMs);
    Map<Long, PbKvSnapshotLeaseForTable> tables = new HashMap<>();
    ids.forEach(
        (bucket, snapshotId) -> {
          PbKvSnapshotLeaseForBucket entry =
              tables
                  .computeIfAbsent(
                      bucket.getTableId(), id -> request.addSnapshotsToLease().setTableId(id))
                  .addBucketSnapshots()
                  .setBucketId(bucket.getBucket())
                  .setSnapshotId(snapshotId);
          if (bucket.getPartitionId() != null) {
            entry.setPartitionId(bucket.getPartitionId());
          }
        });
    return gateway.acquireKvSnapshotLease(request).thenApply(KvSnapshotLeaseImpl::result);
  }

  private static AcquireKvSnapshotLeaseResult result(AcquireKvSnapshotLeaseResponse answer) {
    Map<TableBucket, Long> unavailable = new HashMap<>();
    for (PbKvSnapshotLeaseForTable table : answer.getUnavailableSnapshotsList()) {
      for (PbKvSnapshotLeaseForBucket bucket : table.getBucketSnapshotsList()) {
        Long partitionId = bucket.hasPartitionId() ? bucket.getPartitionId() : null;
        unavailable.put(
            new TableBucket(table.getTableId(), partitionId, bucket.getBucketId()),
            bucket.getSnapshotId());
      }
    }
    return new AcquireKvSnapshotLeaseResult(unavailable);
  }

  @Override
  public CompletableFuture<Void> renew() {
    return acquire(Map.of()).thenApply(result -> null);
  }

  @Override
  public CompletableFuture<Void> releaseSnapshots(Set<TableBucket> bucketsToRelease) {
    ReleaseKvSnapshotLeaseRequest request = new ReleaseKvSnapshotLeaseRequest().setLeaseId(leaseId);
    for (TableBucket bucket : bucketsToRelease) {
      PbTableBucket entry =
          request
              .addBucketsToRelease()
              .setTableId(bucket.getTableId())
              .setBucketId(bucket.getBucket());
      if (bucket.getPartitionId() != null) {
        entry.setPartitionId(bucket.getPartitionId());
      }
    }
    return gateway.releaseKvSnapshotLease(request).thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<Void> dropLease() {
    return gateway
        .dropKvSnapshotLease(new DropKvSnapshotLeaseRequest().setLeaseId(leaseId))
        .thenApply(answer -> null);
  }
}
