// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.source;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.lake.serializer.SimpleVersionedSerializer;
import org.apache.fluss.predicate.Predicate;

/** Reads the lake table of a Fluss table. Set up by one thread, then shared. */
@PublicEvolving
public interface LakeSource<Split extends LakeSplit> extends Serializable {

  /** Reads only these columns; each element is the path of indexes to one (nested) column. */
  void withProject(int[][] project);

  /** Reads about this many rows, at least as many if there are. */
  void withLimit(int limit);

  /** Reads only rows that pass the predicates it accepts. */
  FilterPushDownResult withFilters(List<Predicate> predicates);

  /** Finds what to read. */
  Planner<Split> createPlanner(PlannerContext context) throws IOException;

  /** Reads one split. */
  RecordReader createRecordReader(ReaderContext<Split> context) throws IOException;

  /** Splits as bytes. */
  SimpleVersionedSerializer<Split> getSplitSerializer();

  /** What to plan. */
  @PublicEvolving
  interface PlannerContext extends Serializable {

    /** The lake snapshot to read. */
    long snapshotId();
  }

  /** What to read. */
  @PublicEvolving
  interface ReaderContext<Split extends LakeSplit> extends Serializable {

    /** The split to read. */
    Split lakeSplit();
  }

  /** Which predicates the lake applies and which the caller still has to. Immutable. */
  @PublicEvolving
  final class FilterPushDownResult {
    private final List<Predicate> accepted;
    private final List<Predicate> remaining;

    private FilterPushDownResult(List<Predicate> accepted, List<Predicate> remaining) {
      this.accepted = accepted;
      this.remaining = remaining;
    }

    /** A predicate may be in both lists if the lake applies it roughly. */
    public static FilterPushDownResult of(List<Predicate> accepted, List<Predicate> remaining) {
      return new FilterPushDownResult(accepted, remaining);
    }

    /** What the lake applies. */
    public List<Predicate> acceptedPredicates() {
      return accepted;
    }

    /** What the caller has to apply. */
    public List<Predicate> remainingPredicates() {
      return remaining;
    }
  }
}
