// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.fluss.server.coordinator.ClusterState.Bucket;
import org.apache.fluss.server.zk.LeaderAndIsr;

/**
 * What an event means for leaders and ISRs: pure functions of the cluster's state that give the new
 * values of the buckets that change, for the caller to persist.
 */
final class LeaderDecisions {
  private LeaderDecisions() {}

  /** Leaders for those of the buckets that have none and can get one. */
  static Map<Bucket, LeaderAndIsr> leaderless(ClusterState state, Collection<Bucket> buckets) {
    Map<Bucket, LeaderAndIsr> out = new LinkedHashMap<>();
    for (Bucket bucket : buckets) {
      IntPredicate canServe = id -> state.canServe(bucket.id(), id);
      if (bucket.leaderAndIsr() == null) {
        Elections.first(bucket.replicas(), canServe, Coordinator.WIRE_EPOCH)
            .ifPresent(value -> out.put(bucket, value));
      } else if (!bucket.hasLeader()) {
        Elections.again(bucket.replicas(), bucket.leaderAndIsr(), canServe)
            .ifPresent(value -> out.put(bucket, value));
      }
    }
    return out;
  }

  /**
   * The buckets that had a replica on servers that went away. A server that registered anew counts
   * as gone too: it lost its role, and takes it up only by another election.
   */
  static Map<Bucket, LeaderAndIsr> withoutServers(ClusterState state, Set<Integer> gone) {
    Set<Bucket> affected = new LinkedHashSet<>();
    gone.forEach(id -> affected.addAll(state.bucketsOn(id)));
    Map<Bucket, LeaderAndIsr> out = new LinkedHashMap<>();
    for (Bucket bucket : affected) {
      change(state, bucket, gone::contains).ifPresent(value -> out.put(bucket, value));
    }
    return out;
  }

  /** The bucket after one of its replicas failed on a server that is otherwise well. */
  static Optional<LeaderAndIsr> withoutReplica(ClusterState state, Bucket bucket, int replica) {
    return change(state, bucket, id -> id == replica);
  }

  private static Optional<LeaderAndIsr> change(
      ClusterState state, Bucket bucket, IntPredicate gone) {
    LeaderAndIsr current = bucket.leaderAndIsr();
    if (current == null) {
      return Optional.empty();
    }
    LeaderAndIsr next =
        Elections.without(bucket.replicas(), current, gone, id -> state.canServe(bucket.id(), id));
    return next.equals(current) ? Optional.empty() : Optional.of(next);
  }

  /** Leaders in place of a server about to stop, and ISRs without it. */
  static Map<Bucket, LeaderAndIsr> beforeShutdown(ClusterState state, int serverId) {
    Map<Bucket, LeaderAndIsr> out = new LinkedHashMap<>();
    for (Bucket bucket : state.bucketsOn(serverId)) {
      LeaderAndIsr current = bucket.leaderAndIsr();
      if (current == null) {
        continue;
      }
      IntPredicate canServe = id -> state.canServe(bucket.id(), id);
      if (current.leader() == serverId) {
        Elections.beforeShutdown(
                bucket.replicas(),
                current,
                canServe,
                id -> state.server(id).map(ClusterState.LiveServer::isShuttingDown).orElse(false))
            .ifPresent(value -> out.put(bucket, value));
      } else {
        change(state, bucket, id -> id == serverId).ifPresent(value -> out.put(bucket, value));
      }
    }
    return out;
  }
}
