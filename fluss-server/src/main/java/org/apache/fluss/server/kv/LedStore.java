// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;

/** The store of a bucket that this server leads, in one leader epoch. Thread-safe. */
public interface LedStore {
  TableBucket bucket();

  PhysicalTablePath path();

  int leaderEpoch();

  int coordinatorEpoch();

  /** A local directory that goes with the store. */
  Path directory();

  /** Offset of the first change in the log that need not be in the store. */
  long highWatermark();

  /**
   * Writes what is in the store to a directory that does not exist. Fails when the leadership has
   * ended.
   *
   * @return what belongs to the content
   */
  CompletableFuture<KvState> checkpoint(Path target);

  /** A snapshot was registered: the log before that offset is not needed to make the store. */
  void snapshotTaken(long logOffset);
}
