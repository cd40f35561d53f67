// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.source;

import java.util.Comparator;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;

/** Reads the records of a split in the order of their keys. */
@PublicEvolving
public interface SortedRecordReader extends RecordReader {

  /** The order of the rows. */
  Comparator<InternalRow> order();
}
