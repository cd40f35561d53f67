// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;

/** What a lake writer of a round is made for. Immutable. */
final class RoundContext implements WriterInitContext {
  private final TableInfo table;
  private final TableBucket bucket;
  private final String partition;

  RoundContext(TableInfo table, TableBucket bucket, String partition) {
    this.table = table;
    this.bucket = bucket;
    this.partition = partition;
  }

  @Override
  public TablePath tablePath() {
    return table.getTablePath();
  }

  @Override
  public TableBucket tableBucket() {
    return bucket;
  }

  @Override
  public String partition() {
    return partition;
  }

  @Override
  public TableInfo tableInfo() {
    return table;
  }
}
