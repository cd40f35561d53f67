// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What a runner tells the coordinator, all at once. Immutable. */
public final class Heartbeat {
  private final int coordinatorEpoch;
  private final List<Lease> tiering;
  private final List<Lease> finished;
  private final List<Lease> failed;
  private final boolean requestsTable;

  Heartbeat(
      int coordinatorEpoch,
      Collection<Lease> tiering,
      Collection<Lease> finished,
      Collection<Lease> failed,
      boolean requestsTable) {
    this.coordinatorEpoch = coordinatorEpoch;
    this.tiering = List.copyOf(tiering);
    this.finished = List.copyOf(finished);
    this.failed = List.copyOf(failed);
    this.requestsTable = requestsTable;
  }

  /** Epoch of the coordinator that gave the leases. */
  public int coordinatorEpoch() {
    return coordinatorEpoch;
  }

  /** Leases to renew. */
  public List<Lease> tiering() {
    return tiering;
  }

  /** Leases to give back, their tables being in the lake as far as they went. */
  public List<Lease> finished() {
    return finished;
  }

  /** Leases to give back without success. */
  public List<Lease> failed() {
    return failed;
  }

  /** Whether the runner would take another table. */
  public boolean requestsTable() {
    return requestsTable;
  }

  /** What the coordinator answers. Immutable. */
  public static final class Answer {
    private final int coordinatorEpoch;
    private final Lease offered;
    private final Map<Long, String> lost;

    /**
     * @param offered a table to tier; null if there is none
     * @param lost tables of {@link Heartbeat#tiering} that are not this runner's any more, with the
     *     reason
     */
    public Answer(int coordinatorEpoch, Lease offered, Map<Long, String> lost) {
      this.coordinatorEpoch = coordinatorEpoch;
      this.offered = offered;
      this.lost = Map.copyOf(lost);
    }

    int coordinatorEpoch() {
      return coordinatorEpoch;
    }

    Lease offered() {
      return offered;
    }

    Map<Long, String> lost() {
      return lost;
    }
  }
}
