// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.util.List;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;

/** The Iceberg partition of a Fluss partition and bucket. */
final class LakePartition {

  private LakePartition() {}

  /**
   * @param name the Fluss partition's name, values joined by {@code $}; null if not partitioned
   */
  static StructLike of(PartitionSpec spec, String name, int bucket) {
    int last = spec.fields().size() - 1;
    PartitionData data = new PartitionData(spec.partitionType());
    List<String> values = name == null ? List.of() : List.of(name.split("\\$", -1));
    if (values.size() != last) {
      throw new IllegalStateException(
          "Partition '" + name + "' does not fit the lake table's partition spec " + spec + ".");
    }
    for (int i = 0; i < last; i++) {
      data.set(i, values.get(i));
    }
    data.set(last, bucket);
    return data;
  }
}
