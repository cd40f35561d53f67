// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.exception.InvalidPartitionException;
import org.apache.fluss.metadata.PartitionSpec;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.messages.PbKeyValue;
import org.apache.fluss.rpc.messages.PbPartitionSpec;
import org.apache.fluss.rpc.messages.PbPhysicalTablePath;
import org.apache.fluss.rpc.messages.PbTableBucket;
import org.apache.fluss.rpc.messages.PbTablePath;

/** Names and ids as they cross the wire. */
public final class Wire {
  private Wire() {}

  public static TablePath read(PbTablePath path) {
    return TablePath.of(path.getDatabaseName(), path.getTableName());
  }

  public static PhysicalTablePath read(PbPhysicalTablePath path) {
    return PhysicalTablePath.of(
        TablePath.of(path.getDatabaseName(), path.getTableName()),
        path.hasPartitionName() ? path.getPartitionName() : null);
  }

  public static TableBucket read(PbTableBucket bucket) {
    return new TableBucket(
        bucket.getTableId(),
        bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
        bucket.getBucketId());
  }

  /**
   * @throws InvalidPartitionException when a key is given twice
   */
  public static PartitionSpec read(PbPartitionSpec spec) {
    Map<String, String> values = new LinkedHashMap<>();
    for (PbKeyValue pair : spec.getPartitionKeyValuesList()) {
      if (values.put(pair.getKey(), pair.getValue()) != null) {
        throw new InvalidPartitionException(
            "The partition names the key '" + pair.getKey() + "' twice.");
      }
    }
    return new PartitionSpec(values);
  }

  public static void write(TablePath path, PbTablePath out) {
    out.setDatabaseName(path.getDatabaseName()).setTableName(path.getTableName());
  }

  public static void write(PhysicalTablePath path, PbPhysicalTablePath out) {
    out.setDatabaseName(path.getDatabaseName()).setTableName(path.getTableName());
    if (path.getPartitionName() != null) {
      out.setPartitionName(path.getPartitionName());
    }
  }

  public static void write(TableBucket bucket, PbTableBucket out) {
    out.setTableId(bucket.getTableId()).setBucketId(bucket.getBucket());
    if (bucket.getPartitionId() != null) {
      out.setPartitionId(bucket.getPartitionId());
    }
  }

  /** Pairs in the order of the partition keys. */
  public static void write(ResolvedPartitionSpec spec, PbPartitionSpec out) {
    List<String> keys = spec.getPartitionKeys();
    for (int i = 0; i < keys.size(); i++) {
      out.addPartitionKeyValues().setKey(keys.get(i)).setValue(spec.getPartitionValues().get(i));
    }
  }
}
