// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.fluss.cluster.TabletServerInfo;
import org.apache.fluss.exception.InvalidReplicationFactorException;
import org.apache.fluss.exception.InvalidServerRackInfoException;
import org.apache.fluss.exception.InvalidTableException;

/**
 * Chooses the tablet servers of new buckets: round robin from a random start, followers shifted
 * against their leaders, replicas of one bucket in different racks where racks are known. Pure.
 */
final class ReplicaAssignment {
  private ReplicaAssignment() {}

  /**
   * Assigns with a random start and shift.
   *
   * @return per bucket its tablet servers, the preferred leader first
   * @throws InvalidTableException when there is no bucket
   * @throws InvalidReplicationFactorException when there are not enough servers
   * @throws InvalidServerRackInfoException when only some servers have a rack
   */
  static Map<Integer, List<Integer>> assign(
      int buckets, int replicationFactor, List<TabletServerInfo> servers, Random random) {
    int bound = Math.max(1, servers.size());
    return assign(
        buckets, replicationFactor, servers, random.nextInt(bound), random.nextInt(bound));
  }

  static Map<Integer, List<Integer>> assign(
      int buckets,
      int replicationFactor,
      List<TabletServerInfo> servers,
      int startIndex,
      int shift) {
    if (buckets <= 0) {
      throw new InvalidTableException(
          "A table needs at least one bucket, but the bucket count is " + buckets + ".");
    }
    if (replicationFactor <= 0) {
      throw new InvalidReplicationFactorException(
          "A bucket needs at least one replica, but the replication factor is "
              + replicationFactor
              + ".");
    }
    if (replicationFactor > servers.size()) {
      throw new InvalidReplicationFactorException(
          "The replication factor "
              + replicationFactor
              + " needs as many tablet servers, but only "
              + servers.size()
              + " can take replicas. Start more, or lower 'table.replication.factor'.");
    }
    long racked = servers.stream().filter(server -> server.getRack() != null).count();
    if (racked > 0 && racked < servers.size()) {
      throw new InvalidServerRackInfoException(
          "Only "
              + racked
              + " of "
              + servers.size()
              + " tablet servers have a rack: set 'tablet-server.rack' on all of them or on none.");
    }
    return racked > 0
        ? rackAware(buckets, replicationFactor, servers, startIndex, shift)
        : rackUnaware(buckets, replicationFactor, servers, startIndex, shift);
  }

  private static Map<Integer, List<Integer>> rackUnaware(
      int buckets, int replicationFactor, List<TabletServerInfo> servers, int start, int shift) {
    int size = servers.size();
    Map<Integer, List<Integer>> out = new LinkedHashMap<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      if (bucket > 0 && bucket % size == 0) {
        shift++;
      }
      int first = (bucket + start) % size;
      List<Integer> replicas = new ArrayList<>(replicationFactor);
      replicas.add(servers.get(first).getId());
      for (int j = 0; j < replicationFactor - 1; j++) {
        replicas.add(servers.get(replicaIndex(first, shift, j, size)).getId());
      }
      out.put(bucket, replicas);
    }
    return out;
  }

  private static Map<Integer, List<Integer>> rackAware(
      int buckets, int replicationFactor, List<TabletServerInfo> servers, int start, int shift) {
    Map<Integer, String> rackOf = new HashMap<>();
    servers.forEach(server -> rackOf.put(server.getId(), server.getRack()));
    int rackCount = new HashSet<>(rackOf.values()).size();
    List<Integer> ring = alternateRacks(servers);
    int size = ring.size();
    Map<Integer, List<Integer>> out = new LinkedHashMap<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      if (bucket > 0 && bucket % size == 0) {
        shift++;
      }
      int first = (bucket + start) % size;
      List<Integer> replicas = new ArrayList<>(replicationFactor);
      Set<String> racks = new HashSet<>();
      replicas.add(ring.get(first));
      racks.add(rackOf.get(ring.get(first)));
      for (int k = 0; replicas.size() < replicationFactor; k++) {
        int candidate = ring.get(replicaIndex(first, shift * rackCount, k, size));
        String rack = rackOf.get(candidate);
        boolean rackTaken = racks.contains(rack) && racks.size() < rackCount;
        boolean serverTaken = replicas.contains(candidate) && replicas.size() < size;
        if (!rackTaken && !serverTaken) {
          replicas.add(candidate);
          racks.add(rack);
        }
      }
      out.put(bucket, replicas);
    }
    return out;
  }

  /** One server of each rack in turn: racks in order of name, servers in order of id. */
  private static List<Integer> alternateRacks(Collection<TabletServerInfo> servers) {
    TreeMap<String, TreeSet<Integer>> byRack = new TreeMap<>();
    for (TabletServerInfo server : servers) {
      byRack.computeIfAbsent(server.getRack(), rack -> new TreeSet<>()).add(server.getId());
    }
    List<Integer> ring = new ArrayList<>(servers.size());
    while (ring.size() < servers.size()) {
      for (TreeSet<Integer> rack : byRack.values()) {
        if (!rack.isEmpty()) {
          ring.add(rack.pollFirst());
        }
      }
    }
    return ring;
  }

  private static int replicaIndex(int first, int shift, int j, int size) {
    // With one server there is no follower to place.
    return size == 1 ? 0 : (first + 1 + (shift + j) % (size - 1)) % size;
  }
}
