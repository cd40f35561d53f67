// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.StructLikeWrapper;

/** The live keys of one bucket of a lake table, read from its files at one snapshot. Immutable. */
public final class BucketScan {

  private final Table table;
  private final List<FileScanTask> tasks;

  private BucketScan(Table table, List<FileScanTask> tasks) {
    this.table = table;
    this.tasks = tasks;
  }

  /** Told of each live row. */
  @FunctionalInterface
  public interface KeyVisitor {
    /** A row's key and where it is. */
    void key(KeyHash key, String file, long position);
  }

  /** Looks for the bucket's files. */
  public static BucketScan plan(Table table, long snapshotId, StructLike partition) {
    PartitionSpec spec = table.spec();
    StructLikeWrapper wanted = StructLikeWrapper.forType(spec.partitionType()).set(partition);
    StructLikeWrapper found = StructLikeWrapper.forType(spec.partitionType());
    List<FileScanTask> tasks = new ArrayList<>();
    try (CloseableIterable<FileScanTask> planned =
        table
            .newScan()
            .useSnapshot(snapshotId)
            .filter(filter(table.schema(), spec, partition))
            .ignoreResiduals()
            .planFiles()) {
      for (FileScanTask task : planned) {
        if (task.file().specId() == spec.specId()
            && found.set(task.file().partition()).equals(wanted)) {
          tasks.add(task);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The files of " + table.name() + " could not be listed.", e);
    }
    return new BucketScan(table, tasks);
  }

  private static Expression filter(Schema schema, PartitionSpec spec, StructLike partition) {
    Expression filter = Expressions.alwaysTrue();
    for (int i = 0; i < spec.fields().size(); i++) {
      filter =
          Expressions.and(
              filter, filter(schema, spec.fields().get(i), partition.get(i, Object.class)));
    }
    return filter;
  }

  @SuppressWarnings("unchecked")
  private static Expression filter(Schema schema, PartitionField field, Object value) {
    String column = schema.findColumnName(field.sourceId());
    if (value == null) {
      return Expressions.isNull(column);
    }
    return field.transform().isIdentity()
        ? Expressions.equal(column, value)
        : Expressions.equal(
            Expressions.transform(column, (Transform<?, Object>) field.transform()), value);
  }

  /** The columns of the primary key, in the lake's order. */
  public static Schema keyColumns(Schema schema) {
    List<Types.NestedField> keys = new ArrayList<>();
    for (Types.NestedField column : schema.columns()) {
      if (schema.identifierFieldIds().contains(column.fieldId())) {
        keys.add(column);
      }
    }
    return new Schema(keys);
  }

  /** The files, with the deletes that apply to them. */
  public List<FileScanTask> tasks() {
    return tasks;
  }

  /** How many live rows there are at least: each row that was deleted was deleted once. */
  long leastRows() {
    long rows = 0;
    Map<String, Long> deletes = new HashMap<>();
    for (FileScanTask task : tasks) {
      rows += task.file().recordCount();
      task.deletes().forEach(file -> deletes.put(file.location(), file.recordCount()));
    }
    return Math.max(0, rows - deletes.values().stream().mapToLong(Long::longValue).sum());
  }

  /**
   * Visits the live keys.
   *
   * @param files which files to read, by location
   */
  public void forEach(LakeKeys keys, Predicate<String> files, KeyVisitor visitor)
      throws IOException {
    Schema columns = keyColumns(table.schema());
    LakeFile.LoadedDeletes deletes = new LakeFile.LoadedDeletes(table.io());
    for (FileScanTask task : tasks) {
      String location = task.file().location();
      if (files.test(location)) {
        LakeFile.read(
            task,
            deletes,
            table.schema(),
            columns,
            (row, position) -> visitor.key(keys.of(row), location, position));
      }
    }
  }
}
