// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.time.Duration;
import org.apache.fluss.annotation.PublicEvolving;

/** A {@link LogScanner} that gives objects. */
@PublicEvolving
public interface TypedLogScanner<T> extends AutoCloseable {
  /** See {@link LogScanner#poll}. */
  TypedScanRecords<T> poll(Duration timeout);

  /** See {@link LogScanner#subscribe(int, long)}. */
  void subscribe(int bucket, long offset);

  /** See {@link LogScanner#subscribe(long, int, long)}. */
  void subscribe(long partitionId, int bucket, long offset);

  /** See {@link LogScanner#subscribeFromBeginning(int)}. */
  void subscribeFromBeginning(int bucket);

  /** See {@link LogScanner#subscribeFromBeginning(long, int)}. */
  void subscribeFromBeginning(long partitionId, int bucket);

  /** See {@link LogScanner#unsubscribe(long, int)}. */
  void unsubscribe(long partitionId, int bucket);

  /** See {@link LogScanner#wakeup}. */
  void wakeup();
}
