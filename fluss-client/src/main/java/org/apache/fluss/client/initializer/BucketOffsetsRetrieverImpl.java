// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.initializer;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.ListOffsetsResult;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.metadata.TablePath;

/** Asks for the offsets of one table through an admin. */
public class BucketOffsetsRetrieverImpl implements OffsetsInitializer.BucketOffsetsRetriever {
  private final Admin admin;
  private final TablePath tablePath;

  public BucketOffsetsRetrieverImpl(Admin admin, TablePath tablePath) {
    this.admin = admin;
    this.tablePath = tablePath;
  }

  @Override
  public Map<Integer, Long> latestOffsets(String partitionName, Collection<Integer> buckets) {
    return list(partitionName, buckets, new OffsetSpec.LatestSpec());
  }

  @Override
  public Map<Integer, Long> earliestOffsets(String partitionName, Collection<Integer> buckets) {
    return list(partitionName, buckets, new OffsetSpec.EarliestSpec());
  }

  @Override
  public Map<Integer, Long> offsetsFromTimestamp(
      String partitionName, Collection<Integer> buckets, long timestamp) {
    return list(partitionName, buckets, new OffsetSpec.TimestampSpec(timestamp));
  }

  private Map<Integer, Long> list(
      String partitionName, Collection<Integer> buckets, OffsetSpec spec) {
    ListOffsetsResult result =
        partitionName == null
            ? admin.listOffsets(tablePath, buckets, spec)
            : admin.listOffsets(tablePath, partitionName, buckets, spec);
    try {
      return result.all().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(e);
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    }
  }

  private FlussRuntimeException failed(Throwable cause) {
    return new FlussRuntimeException("The offsets of " + tablePath + " cannot be listed.", cause);
  }
}
