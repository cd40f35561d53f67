// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import org.apache.fluss.annotation.PublicEvolving;

/** Log batches one behind the other, in memory or in a file. */
@PublicEvolving
public interface LogRecords {
  /** Size in bytes. */
  int sizeInBytes();

  /** The whole batches; a part of one at the end is left out. */
  Iterable<LogRecordBatch> batches();
}
