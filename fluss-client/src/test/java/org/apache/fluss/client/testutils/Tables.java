// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.testutils;

import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.types.DataTypes;

/** Tables and rows tests share. */
public final class Tables {
  public static final TablePath LOG = TablePath.of("db", "log1");
  public static final TablePath KEYED = TablePath.of("db", "pk1");
  public static final TablePath PARTITIONED = TablePath.of("db", "part1");

  private Tables() {}

  public static TableDescriptor log(int buckets, String... properties) {
    TableDescriptor.Builder builder =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("name", DataTypes.STRING())
                    .build())
            .distributedBy(buckets);
    for (int i = 0; i < properties.length; i += 2) {
      builder.property(properties[i], properties[i + 1]);
    }
    return builder.build();
  }

  public static TableDescriptor keyed(int buckets) {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("k2", DataTypes.INT())
                .column("name", DataTypes.STRING())
                .primaryKey("id", "k2")
                .build())
        .distributedBy(buckets, "id")
        .build();
  }

  public static TableDescriptor partitioned() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("p", DataTypes.STRING())
                .primaryKey("id", "p")
                .build())
        .partitionedBy("p")
        .distributedBy(1)
        .build();
  }

  public static GenericRow row(Object... values) {
    GenericRow row = new GenericRow(values.length);
    for (int i = 0; i < values.length; i++) {
      row.setField(
          i, values[i] instanceof String ? BinaryString.fromString((String) values[i]) : values[i]);
    }
    return row;
  }
}
