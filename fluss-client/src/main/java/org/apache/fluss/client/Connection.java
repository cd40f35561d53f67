// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.TablePath;

/**
 * A connection to a cluster: the network connections, the memory of the writers and the threads
 * that everything made from it shares. Heavy; one per process is enough. Thread-safe.
 */
@PublicEvolving
public interface Connection extends AutoCloseable {
  /** The configuration the connection was made with, by reference. */
  Configuration getConfiguration();

  /** The admin of this connection, always the same one; closing it does nothing. */
  Admin getAdmin();

  /**
   * Opens a table, which takes round trips to the cluster and blocks for them. The table keeps the
   * schema it has now.
   *
   * @throws org.apache.fluss.exception.FlussRuntimeException if the table does not exist (its cause
   *     then is a {@link org.apache.fluss.exception.TableNotExistException}) or the cluster does
   *     not answer
   */
  Table getTable(TablePath tablePath);

  /**
   * Sends what writers still hold, waits for its acknowledgement, then frees everything. Futures
   * that are open after that have failed.
   */
  @Override
  void close() throws Exception;
}
