// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.fluss.server.zk.LeaderAndIsr;
import org.junit.jupiter.api.Test;

class ElectionsTest {
  private static final List<Integer> REPLICAS = List.of(1, 2, 3);

  @Test
  void theFirstLeaderIsTheFirstThatCanServe() {
    assertThat(Elections.first(REPLICAS, Set.of(2, 3)::contains, 0))
        .contains(new LeaderAndIsr(2, 0, List.of(2, 3), 0, 0));
    assertThat(Elections.first(REPLICAS, id -> false, 0)).isEmpty();
  }

  @Test
  void anotherLeaderComesFromTheIsrInTheOrderOfTheAssignment() {
    LeaderAndIsr current = new LeaderAndIsr(1, 4, List.of(3, 2, 1), 0, 7);
    assertThat(Elections.again(REPLICAS, current, Set.of(2, 3)::contains))
        .contains(new LeaderAndIsr(2, 5, List.of(3, 2, 1), 0, 8));
    LeaderAndIsr alone = new LeaderAndIsr(1, 4, List.of(1), 0, 7);
    assertThat(Elections.again(REPLICAS, alone, Set.of(2, 3)::contains)).isEmpty();
  }

  @Test
  void aLeaderThatGoesIsReplacedAndLeavesTheIsr() {
    LeaderAndIsr current = new LeaderAndIsr(1, 4, List.of(1, 2, 3), 0, 7);
    assertThat(Elections.without(REPLICAS, current, id -> id == 1, id -> true))
        .isEqualTo(new LeaderAndIsr(2, 5, List.of(2, 3), 0, 9));
  }

  @Test
  void aFollowerThatGoesOnlyLeavesTheIsr() {
    LeaderAndIsr current = new LeaderAndIsr(1, 4, List.of(1, 2, 3), 0, 7);
    assertThat(Elections.without(REPLICAS, current, id -> id == 3, id -> true))
        .isEqualTo(new LeaderAndIsr(1, 4, List.of(1, 2), 0, 8));
  }

  @Test
  void theLastMemberStaysInTheIsrWithoutLeading() {
    LeaderAndIsr current = new LeaderAndIsr(1, 4, List.of(1), 0, 7);
    LeaderAndIsr gone = Elections.without(REPLICAS, current, id -> id == 1, id -> true);
    assertThat(gone).isEqualTo(new LeaderAndIsr(-1, 5, List.of(1), 0, 8));
    // Said again it changes nothing.
    assertThat(Elections.without(REPLICAS, gone, id -> id == 1, id -> true)).isEqualTo(gone);
    assertThat(Elections.again(REPLICAS, gone, id -> true))
        .contains(new LeaderAndIsr(1, 6, List.of(1), 0, 9));
  }

  @Test
  void aWholeIsrThatGoesAtOnceStays() {
    LeaderAndIsr current = new LeaderAndIsr(1, 4, List.of(1, 2), 0, 7);
    assertThat(Elections.without(REPLICAS, current, Set.of(1, 2)::contains, id -> true))
        .isEqualTo(new LeaderAndIsr(-1, 5, List.of(1, 2), 0, 8));
  }

  @Test
  void shuttingDownServersLeaveTheIsrWithTheirLeadership() {
    LeaderAndIsr current = new LeaderAndIsr(1, 4, List.of(1, 2, 3), 0, 7);
    assertThat(
            Elections.beforeShutdown(
                REPLICAS, current, Set.of(3)::contains, Set.of(1, 2)::contains))
        .contains(new LeaderAndIsr(3, 5, List.of(3), 0, 8));
  }
}
