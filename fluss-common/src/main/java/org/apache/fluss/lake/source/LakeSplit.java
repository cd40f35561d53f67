// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.source;

import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;

/** A part of a lake table that is read by one reader. */
@PublicEvolving
public interface LakeSplit {

  /** The Fluss bucket it belongs to; -1 if to none. */
  int bucket();

  /** The values of the partition columns; empty if the table is not partitioned. */
  List<String> partition();
}
