// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.writer;

import java.io.IOException;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.lake.batch.RecordBatch;

/** Of a {@link LakeWriter} that takes whole batches too. */
@PublicEvolving
public interface SupportsRecordBatchWrite {

  /** Writes a batch; it is not used after the call. */
  void write(RecordBatch recordBatch) throws IOException;
}
