// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.Objects;
import org.apache.fluss.metadata.TablePath;

/**
 * A table that the coordinator handed to this runner, under an epoch that grows with every
 * hand-out. Immutable.
 */
public final class Lease {
  private final long tableId;
  private final TablePath path;
  private final long epoch;

  /** A lease as the coordinator gave it. */
  public Lease(long tableId, TablePath path, long epoch) {
    this.tableId = tableId;
    this.path = Objects.requireNonNull(path, "path");
    this.epoch = epoch;
  }

  /** Id of the table. */
  public long tableId() {
    return tableId;
  }

  /** Name of the table. */
  public TablePath path() {
    return path;
  }

  /** The tiering epoch of the table when it was handed out. */
  public long epoch() {
    return epoch;
  }

  @Override
  public String toString() {
    return path + " (id " + tableId + ", epoch " + epoch + ")";
  }
}
