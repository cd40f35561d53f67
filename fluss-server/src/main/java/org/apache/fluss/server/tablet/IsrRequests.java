// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.messages.AdjustIsrRequest;
import org.apache.fluss.rpc.messages.AdjustIsrResponse;
import org.apache.fluss.rpc.messages.PbAdjustIsrReqForBucket;
import org.apache.fluss.rpc.messages.PbAdjustIsrReqForTable;
import org.apache.fluss.rpc.messages.PbAdjustIsrRespForBucket;
import org.apache.fluss.rpc.messages.PbAdjustIsrRespForTable;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.replica.BucketAssignment;
import org.apache.fluss.server.replica.IsrAdjustments;

/** Asks the coordinator for other in-sync replicas: one request at a time with all that waits. */
final class IsrRequests implements IsrAdjustments {
  private final int serverId;
  private final CoordinatorGateway coordinator;
  private Map<TableBucket, Change> waiting = new LinkedHashMap<>();
  private boolean inFlight;

  private static final class Change {
    private final BucketAssignment current;
    private final List<Integer> isr;
    private final Listener listener;

    Change(BucketAssignment current, List<Integer> isr, Listener listener) {
      this.current = current;
      this.isr = isr;
      this.listener = listener;
    }
  }

  IsrRequests(int serverId, CoordinatorGateway coordinator) {
    this.serverId = serverId;
    this.coordinator = coordinator;
  }

  @Override
  public void adjust(
      TableBucket bucket, BucketAssignment current, List<Integer> newIsr, Listener listener) {
    Change replaced;
    synchronized (this) {
      replaced = waiting.put(bucket, new Change(current, newIsr, listener));
    }
    if (replaced != null) {
      replaced.listener.refused(Errors.OPERATION_NOT_ATTEMPTED_EXCEPTION.exception());
    }
    send();
  }

  private void send() {
    Map<TableBucket, Change> sent;
    synchronized (this) {
      if (inFlight || waiting.isEmpty()) {
        return;
      }
      inFlight = true;
      sent = waiting;
      waiting = new LinkedHashMap<>();
    }
    coordinator
        .adjustIsr(request(sent))
        .whenComplete(
            (response, failure) -> {
              if (failure == null) {
                deliver(response, sent);
              }
              // What was not answered fails; the replicas ask again.
              Throwable error =
                  failure != null
                      ? Errors.unwrap(failure)
                      : new NetworkException("The coordinator did not answer for this bucket.");
              sent.values().forEach(change -> change.listener.refused(error));
              synchronized (this) {
                inFlight = false;
              }
              send();
            });
  }

  private AdjustIsrRequest request(Map<TableBucket, Change> changes) {
    AdjustIsrRequest request = new AdjustIsrRequest().setServerId(serverId);
    Map<Long, PbAdjustIsrReqForTable> tables = new LinkedHashMap<>();
    changes.forEach(
        (bucket, change) -> {
          PbAdjustIsrReqForBucket out =
              tables
                  .computeIfAbsent(bucket.getTableId(), id -> request.addTablesReq().setTableId(id))
                  .addBucketsReq()
                  .setBucketId(bucket.getBucket())
                  .setLeaderEpoch(change.current.leaderEpoch())
                  .setCoordinatorEpoch(change.current.coordinatorEpoch())
                  .setBucketEpoch(change.current.bucketEpoch());
          if (bucket.getPartitionId() != null) {
            out.setPartitionId(bucket.getPartitionId());
          }
          change.isr.forEach(out::addNewIsr);
        });
    return request;
  }

  /** Tells what was answered and takes it out of the map. */
  private static void deliver(AdjustIsrResponse response, Map<TableBucket, Change> sent) {
    for (PbAdjustIsrRespForTable table : response.getTablesRespList()) {
      for (PbAdjustIsrRespForBucket answer : table.getBucketsRespList()) {
        Change change =
            sent.remove(
                new TableBucket(
                    table.getTableId(),
                    answer.hasPartitionId() ? Long.valueOf(answer.getPartitionId()) : null,
                    answer.getBucketId()));
        if (change != null) {
          ApiError error = ApiError.fromErrorMessage(answer);
          if (error.isFailure()) {
            change.listener.refused(error.exception());
          } else {
            List<Integer> isr = new ArrayList<>();
            for (int id : answer.getIsrArray()) {
              isr.add(id);
            }
            change.listener.adjusted(isr, answer.getBucketEpoch());
          }
        }
      }
    }
  }
}
