// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** A partition of a table. Immutable. */
@PublicEvolving
public class PartitionInfo {
  private final long partitionId;
  private final ResolvedPartitionSpec partitionSpec;

  public PartitionInfo(long partitionId, ResolvedPartitionSpec partitionSpec) {
    this.partitionId = partitionId;
    this.partitionSpec = Objects.requireNonNull(partitionSpec, "partitionSpec");
  }

  public long getPartitionId() {
    return partitionId;
  }

  public ResolvedPartitionSpec getResolvedPartitionSpec() {
    return partitionSpec;
  }

  /** The values joined by {@code $}, as in directory and metadata names. */
  public String getPartitionName() {
    return partitionSpec.getPartitionName();
  }

  public PartitionSpec getPartitionSpec() {
    return partitionSpec.toPartitionSpec();
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    PartitionInfo that = (PartitionInfo) o;
    return partitionId == that.partitionId && partitionSpec.equals(that.partitionSpec);
  }

  @Override
  public int hashCode() {
    return Objects.hash(partitionId, partitionSpec);
  }

  @Override
  public String toString() {
    return "Partition{name='" + getPartitionName() + "', id=" + partitionId + "}";
  }
}
