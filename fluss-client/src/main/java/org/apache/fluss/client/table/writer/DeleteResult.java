// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;

/** A row was deleted, or was not there. Immutable. */
@PublicEvolving
public class DeleteResult {
  private static final DeleteResult EMPTY = new DeleteResult(null, -1);

  private final TableBucket bucket;
  private final long logEndOffset;

  public DeleteResult(TableBucket bucket, long logEndOffset) {
    this.bucket = bucket;
    this.logEndOffset = logEndOffset;
  }

  /** The result of a row whose place is not known any more. */
  public static DeleteResult empty() {
    return EMPTY;
  }

  /** Null if unknown. */
  public TableBucket getBucket() {
    return bucket;
  }

  /** End of the changelog after the batch the row was part of; -1 if unknown. */
  public long getLogEndOffset() {
    return logEndOffset;
  }
}
