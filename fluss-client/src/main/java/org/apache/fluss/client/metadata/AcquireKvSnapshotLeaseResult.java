// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metadata;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;

/** Which snapshots could not be leased. Immutable. */
@PublicEvolving
public class AcquireKvSnapshotLeaseResult {
  private final Map<TableBucket, Long> unavailableSnapshots;

  public AcquireKvSnapshotLeaseResult(Map<TableBucket, Long> unavailableSnapshots) {
    this.unavailableSnapshots = Collections.unmodifiableMap(new HashMap<>(unavailableSnapshots));
  }

  /** Snapshot ids that are gone, by bucket; unmodifiable. */
  public Map<TableBucket, Long> getUnavailableSnapshots() {
    return unavailableSnapshots;
  }

  public Set<TableBucket> getUnavailableTableBucketSet() {
    return unavailableSnapshots.keySet();
  }
}
