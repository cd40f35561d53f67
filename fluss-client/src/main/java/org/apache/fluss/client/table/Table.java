// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.lookup.Lookup;
import org.apache.fluss.client.table.scanner.Scan;
import org.apache.fluss.client.table.writer.Append;
import org.apache.fluss.client.table.writer.Upsert;
import org.apache.fluss.metadata.TableInfo;

/**
 * A table with the schema it had when it was opened: writers write that schema, readers read it.
 * Light. Not thread-safe; open one per thread. Closing it does nothing.
 */
@PublicEvolving
public interface Table extends AutoCloseable {
  /** The table as it was when it was opened. */
  TableInfo getTableInfo();

  /** Begins a scan. */
  Scan newScan();

  /** Begins a lookup; only primary key tables make a lookuper of it. */
  Lookup newLookup();

  /**
   * Begins appending.
   *
   * @throws IllegalStateException if the table has a primary key
   */
  Append newAppend();

  /**
   * Begins upserting.
   *
   * @throws IllegalStateException if the table has no primary key
   */
  Upsert newUpsert();
}
