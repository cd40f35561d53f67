// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.util.Arrays;
import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.SchemaChangeException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.types.DataType;

/**
 * Some fields of another row, in an order of their own; a field without a counterpart is null. The
 * other row can be replaced. Not thread safe while it is.
 */
@PublicEvolving
public class ProjectedRow extends IndirectGetters implements InternalRow {
  /** Position of a field that the other row does not have. */
  public static final int UNEXIST_MAPPING = -1;

  private final int[] positions;
  private InternalRow row;

  private ProjectedRow(int[] positions) {
    this.positions = positions;
  }

  /**
   * A projection to the fields at the positions, which are those in the other row.
   *
   * @param projection positions from 0, or {@link #UNEXIST_MAPPING} for a field that is null
   */
  public static ProjectedRow from(int[] projection) {
    return new ProjectedRow(projection.clone());
  }

  /**
   * A projection of rows of one version of a schema to another version, by column id.
   *
   * @throws SchemaChangeException if a column is of another type, apart from nullability
   */
  public static ProjectedRow from(Schema originSchema, Schema targetSchema) {
    List<Integer> originIds = originSchema.getColumnIds();
    List<Schema.Column> targets = targetSchema.getColumns();
    int[] positions = new int[targets.size()];
    for (int i = 0; i < positions.length; i++) {
      Schema.Column target = targets.get(i);
      positions[i] = originIds.indexOf(target.getColumnId());
      if (positions[i] >= 0) {
        DataType type = originSchema.getColumns().get(positions[i]).getDataType();
        if (!type.copy(true).equals(target.getDataType().copy(true))) {
          throw new SchemaChangeException(
              String.format(
                  "Column %s is of type %s, it cannot be read as %s",
                  target.getName(), type, target.getDataType()));
        }
      }
    }
    return new ProjectedRow(positions);
  }

  /** Makes this a projection of another row and returns it. */
  public ProjectedRow replaceRow(InternalRow row) {
    this.row = row;
    return this;
  }

  @Override
  public int getFieldCount() {
    return positions.length;
  }

  @Override
  public boolean isNullAt(int pos) {
    return positions[pos] == UNEXIST_MAPPING || row.isNullAt(positions[pos]);
  }

  @Override
  protected DataGetters source(int pos) {
    return row;
  }

  @Override
  protected int index(int pos) {
    return positions[pos];
  }

  /**
   * Throws {@link UnsupportedOperationException} for another projection, which cannot be compared.
   */
  @Override
  public boolean equals(Object o) {
    if (!(o instanceof ProjectedRow)) {
      return false;
    }
    ProjectedRow that = (ProjectedRow) o;
    if (!Arrays.equals(positions, that.positions)) {
      throw new UnsupportedOperationException(
          "Rows of different projections cannot be compared; copy them to generic rows first");
    }
    return row.equals(that.row);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(positions) + row.hashCode();
  }

  @Override
  public String toString() {
    return "fields " + Arrays.toString(positions) + " of " + row;
  }
}
