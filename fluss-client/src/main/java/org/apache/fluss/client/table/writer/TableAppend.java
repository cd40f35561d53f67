// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import org.apache.fluss.client.write.WriterClient;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;

/** Makes writers of a log table. */
public class TableAppend implements Append {
  private final TablePath tablePath;
  private final TableInfo tableInfo;
  private final WriterClient writerClient;

  public TableAppend(TablePath tablePath, TableInfo tableInfo, WriterClient writerClient) {
    this.tablePath = tablePath;
    this.tableInfo = tableInfo;
    this.writerClient = writerClient;
  }

  @Override
  public AppendWriter createWriter() {
    return new AppendWriterImpl(tablePath, tableInfo, writerClient);
  }

  @Override
  public <T> TypedAppendWriter<T> createTypedWriter(Class<T> pojoClass) {
    return new TypedAppendWriterImpl<>(createWriter(), pojoClass, tableInfo);
  }
}
