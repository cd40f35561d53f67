// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metadata.TableBucket;

/** Makes the result a caller gets out of where its record went. */
@Internal
@FunctionalInterface
public interface WriteOutcome<T> {
  /**
   * @param bucket null if a batch was acknowledged twice and its place is not known any more
   * @param logEndOffset end of the changelog after the batch; -1 if unknown or a log table
   */
  T of(TableBucket bucket, long logEndOffset);
}
