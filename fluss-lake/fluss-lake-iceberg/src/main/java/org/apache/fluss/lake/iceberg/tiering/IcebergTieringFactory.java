// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.lake.committer.CommitterInitContext;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.catalog.LakeCall;
import org.apache.fluss.lake.iceberg.catalog.LakeCatalogs;
import org.apache.fluss.lake.iceberg.catalog.LakeNames;
import org.apache.fluss.lake.iceberg.keys.KeyIndexes;
import org.apache.fluss.lake.serializer.SimpleVersionedSerializer;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.metadata.TablePath;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;

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
          if (!context.tableInfo().hasPrimaryKey()) {
            return new IcebergAppendWriter(table, context, doing);
          }
          TableMetadata metadata = ((HasTableOperations) table).operations().current();
          checkKeyed(metadata, context);
          return new IcebergUpsertWriter(
              table, metadata.uuid(), context, KeyIndexes.of(properties), doing);
        });
  }

  private static void checkKeyed(TableMetadata table, WriterInitContext context) {
    List<String> keys = context.tableInfo().getPrimaryKeys();
    if (!table.schema().identifierFieldNames().equals(Set.copyOf(keys))) {
      throw new InvalidTableException(
          String.format(
              "The identifier columns of the lake table of %s are %s, but its primary key is %s.",
              context.tablePath(), table.schema().identifierFieldNames(), keys));
    }
    if (table.formatVersion() != 2) {
      throw new InvalidTableException(
          String.format(
              "The lake table of %s has format version %d; deletes of a primary-key table are"
                  + " written in version 2, which every engine reads.",
              context.tablePath(), table.formatVersion()));
    }
    if (table.specs().size() > 1) {
      throw new InvalidTableException(
          String.format(
              "The partition spec of the lake table of %s was changed; rows of a primary-key table"
                  + " could not be found any more. Make the table anew.",
              context.tablePath()));
    }
  }

  @Override
  public LakeCommitter<IcebergWriteResult, IcebergCommittable> createLakeCommitter(
      CommitterInitContext context) throws IOException {
    AwsDoing doing = doing("committing to the lake table of", context.tablePath());
    return LakeCall.run(
        doing,
        () ->
            new IcebergLakeCommitter(
                load(context.tablePath()),
                context.tableInfo(),
                context.lakeTieringConfig(),
                doing));
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
