// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.apache.fluss.server.zk.LeaderAndIsr;

/**
 * Who leads a bucket. Pure functions of the assignment, the persisted state and the replicas that
 * can serve. Only a member of the ISR is ever elected, so no acknowledged record is lost.
 */
final class Elections {
  private Elections() {}

  /**
   * The first leader of a new bucket: the first replica that can serve, with all that can serve in
   * sync. Empty when none can.
   */
  static Optional<LeaderAndIsr> first(
      List<Integer> replicas, IntPredicate canServe, int coordinatorEpoch) {
    List<Integer> live = replicas.stream().filter(canServe::test).collect(Collectors.toList());
    return live.isEmpty()
        ? Optional.empty()
        : Optional.of(new LeaderAndIsr(live.get(0), 0, live, coordinatorEpoch, 0));
  }

  /** A new leader among those in sync; the ISR stays. Empty when none can serve. */
  static Optional<LeaderAndIsr> again(
      List<Integer> replicas, LeaderAndIsr current, IntPredicate canServe) {
    return inSync(replicas, current, canServe)
        .map(leader -> current.withLeader(leader, current.isr()));
  }

  /** As {@link #again}, for a leader about to stop: those shutting down leave the ISR too. */
  static Optional<LeaderAndIsr> beforeShutdown(
      List<Integer> replicas,
      LeaderAndIsr current,
      IntPredicate canServe,
      IntPredicate shuttingDown) {
    return inSync(replicas, current, canServe)
        .map(leader -> current.withLeader(leader, without(current.isr(), shuttingDown)));
  }

  /**
   * The state after replicas went away: another leader if one of them led and an in-sync replica
   * can serve, none if not. They leave the ISR, unless all of it went: then any of them may come
   * back with every acknowledged record.
   */
  static LeaderAndIsr without(
      List<Integer> replicas, LeaderAndIsr current, IntPredicate gone, IntPredicate canServe) {
    LeaderAndIsr next = current;
    if (current.leader() != LeaderAndIsr.NO_LEADER && gone.test(current.leader())) {
      next =
          again(replicas, current, id -> !gone.test(id) && canServe.test(id))
              .orElseGet(() -> current.withLeader(LeaderAndIsr.NO_LEADER, current.isr()));
    }
    List<Integer> isr = without(next.isr(), gone);
    return isr.isEmpty() || isr.equals(next.isr())
        ? next
        : next.withIsr(isr, next.coordinatorEpoch());
  }

  private static Optional<Integer> inSync(
      List<Integer> replicas, LeaderAndIsr current, IntPredicate canServe) {
    return replicas.stream()
        .filter(id -> current.isr().contains(id) && canServe.test(id))
        .findFirst();
  }

  private static List<Integer> without(List<Integer> isr, IntPredicate leaving) {
    List<Integer> out = new ArrayList<>(isr);
    out.removeIf(leaving::test);
    return out;
  }
}
