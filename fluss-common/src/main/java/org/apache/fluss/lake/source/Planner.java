// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.source;

import java.io.IOException;
import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;

/** Finds the splits of a snapshot. */
@PublicEvolving
public interface Planner<Split extends LakeSplit> {

  /** The splits, which together are the snapshot. */
  List<Split> plan() throws IOException;
}
