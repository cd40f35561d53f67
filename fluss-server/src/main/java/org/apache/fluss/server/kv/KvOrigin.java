// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;

/** What a new leader's store goes on from. Thread-safe. */
public interface KvOrigin {
  /** Nothing: all of the log is replayed. */
  KvOrigin LOG = (table, path, bucket, directory) -> KvReplay.emptyState(table);

  /**
   * Brings the content of a store into a directory. May take long.
   *
   * @param directory of the store; absent, and to be left so if there is nothing
   * @return what belongs to the content
   * @throws IOException if there is something and it cannot be brought; it is tried again then
   */
  KvState restore(TableInfo table, PhysicalTablePath path, TableBucket bucket, Path directory)
      throws IOException;
}
