// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.util.concurrent.Executor;
import java.util.function.IntPredicate;
import org.apache.fluss.server.kv.KvEnvironment;
import org.apache.fluss.server.kv.KvOrigin;
import org.apache.fluss.server.kv.StoreSnapshots;
import org.apache.fluss.server.log.DataDirectory;
import org.apache.fluss.server.log.LogEnvironment;
import org.apache.fluss.utils.clock.Clock;

/** What all replicas of a server share. Immutable. */
public final class ReplicaEnvironment {
  final int serverId;
  final ReplicaConfig config;
  final LogEnvironment logs;
  final DataDirectory data;
  final Clock clock;
  final Executor background;
  final Executor replays;
  final Tables tables;
  final IsrAdjustments isrAdjustments;
  final LeaderLinks links;
  final IntPredicate liveServers;
  final KvEnvironment kv;
  final KvOrigin kvOrigin;
  final StoreSnapshots kvSnapshots;

  /**
   * @param background runs what may take long; must be bounded in threads
   * @param replays makes stores, which takes longest; must be bounded in threads
   * @param liveServers whether the tablet server of an id is alive
   * @param kv what the stores of primary-key tables share
   * @param kvOrigin what the store of a new leader goes on from
   * @param kvSnapshots takes snapshots of the stores
   */
  public ReplicaEnvironment(
      int serverId,
      ReplicaConfig config,
      LogEnvironment logs,
      DataDirectory data,
      Clock clock,
      Executor background,
      Executor replays,
      Tables tables,
      IsrAdjustments isrAdjustments,
      LeaderLinks links,
      IntPredicate liveServers,
      KvEnvironment kv,
      KvOrigin kvOrigin,
      StoreSnapshots kvSnapshots) {
    this.serverId = serverId;
    this.config = config;
    this.logs = logs;
    this.data = data;
    this.clock = clock;
    this.background = background;
    this.replays = replays;
    this.tables = tables;
    this.isrAdjustments = isrAdjustments;
    this.links = links;
    this.liveServers = liveServers;
    this.kv = kv;
    this.kvOrigin = kvOrigin;
    this.kvSnapshots = kvSnapshots;
  }
}
