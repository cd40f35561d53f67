// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.writer;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;

/** What a writer is made for. */
@PublicEvolving
public interface WriterInitContext {

  /** The table. */
  TablePath tablePath();

  /** The bucket. */
  TableBucket tableBucket();

  /** The name of the partition; null if the table is not partitioned. */
  String partition();

  /** The table as it was when the round started. */
  TableInfo tableInfo();
}
