// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.lake.committer.CommitterInitContext;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.catalog.LakeCall;
import org.apache.fluss.lake.iceberg.catalog.LakeCatalogs;
import org.apache.fluss.lake.iceberg.catalog.LakeNames;
import org.apache.fluss.lake.serializer.SimpleVersionedSerializer;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.metadata.TablePath;
import org.apache.iceberg.Table;

/** Writers and committers of one Iceberg lake. */
public final class IcebergTieringFactory
    implements LakeTieringFactory<IcebergWriteResult, IcebergCommittable> {

  private static final long serialVersionUID = 1L;

  private final HashMap<String, String> properties;

  /**
   * A factory.
   *
   * @param properties catalog options, prefix {@code datalake.iceberg.} removed
   */
  public IcebergTieringFactory(Map<String, String> properties) {
    this.properties = new HashMap<>(properties);
  }

  @Override
  public LakeWriter<IcebergWriteResult> createLakeWriter(WriterInitContext context)
      throws IOException {
    AwsDoing doing = doing("writing to the lake table of", context.tablePath());
    return LakeCall.run(
        doing,
        () -> {
          Table table = load(context.tablePath());
          if (!table.schema().identifierFieldIds().isEmpty()) {
            throw new UnsupportedOperationException(
                "Tiering of primary-key tables is not built yet: " + context.tablePath());
          }
          return new IcebergAppendWriter(table, context, doing);
        });
  }

  @Override
  public LakeCommitter<IcebergWriteResult, IcebergCommittable> createLakeCommitter(
      CommitterInitContext context) throws IOException {
    AwsDoing doing = doing("committing to the lake table of", context.tablePath());
    return LakeCall.run(
        doing,
        () ->
            new IcebergLakeCommitter(
                load(context.tablePath()), context.tableInfo().getTableId(), doing));
  }

  private Table load(TablePath path) {
    return LakeCatalogs.shared(properties).loadTable(LakeNames.identifier(properties, path));
  }

  private AwsDoing doing(String action, TablePath path) {
    return AwsDoing.of(action, path.toString(), AwsSettings.ofLake(properties));
  }

  @Override
  public SimpleVersionedSerializer<IcebergWriteResult> getWriteResultSerializer() {
    return new JavaSerializer<>(IcebergWriteResult.class);
  }

  @Override
  public SimpleVersionedSerializer<IcebergCommittable> getCommittableSerializer() {
    return new JavaSerializer<>(IcebergCommittable.class);
  }
}
