// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.rpc.protocol.Errors;

/** Creates partitions that records are written to before they exist. Thread-safe. */
final class PartitionCreator {
  private final Admin admin;
  private final RecordAccumulator accumulator;

  PartitionCreator(Admin admin, RecordAccumulator accumulator) {
    this.admin = admin;
    this.accumulator = accumulator;
  }

  boolean isPending(TableQueues table) {
    synchronized (table) {
      return table.creating;
    }
  }

  /** Creates the partition unless that is going on already. */
  void create(TableQueues table) {
    synchronized (table) {
      if (table.creating) {
        return;
      }
      table.creating = true;
    }
    PhysicalTablePath path = table.path;
    try {
      admin
          .createPartition(
              path.getTablePath(),
              ResolvedPartitionSpec.fromPartitionName(
                      table.table.getPartitionKeys(), path.getPartitionName())
                  .toPartitionSpec(),
              true)
          .whenComplete((nothing, failure) -> created(table, failure));
    } catch (RuntimeException e) {
      created(table, e);
    }
  }

  private void created(TableQueues table, Throwable failure) {
    synchronized (table) {
      table.creating = false;
    }
    if (failure != null) {
      accumulator.abort(
          table,
          new FlussRuntimeException(
              "The partition " + table.path + " cannot be created.", Errors.unwrap(failure)));
    }
    accumulator.wakeSender();
  }
}
