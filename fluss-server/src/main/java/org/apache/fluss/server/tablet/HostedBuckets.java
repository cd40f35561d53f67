// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.replica.Replica;
import org.apache.fluss.server.replica.Replicas;

/** The buckets of this server by id, with the errors of those that are elsewhere. Thread-safe. */
final class HostedBuckets {
  private final Replicas replicas;
  private final MetadataCache cache;
  private final int serverId;

  HostedBuckets(Replicas replicas, MetadataCache cache, int serverId) {
    this.replicas = replicas;
    this.cache = cache;
    this.serverId = serverId;
  }

  /**
   * The replica of a bucket.
   *
   * @throws NotLeaderOrFollowerException if the bucket is on other servers
   * @throws UnknownTableOrBucketException if there is no such bucket, as far as is known here
   */
  Replica replica(TableBucket bucket) {
    Replica replica = replicas.get(bucket);
    if (replica != null) {
      return replica;
    }
    if (cache.bucket(bucket).isPresent()) {
      throw new NotLeaderOrFollowerException(
          "Tablet server " + serverId + " holds no replica of " + bucket + ".");
    }
    throw new UnknownTableOrBucketException(
        "Tablet server " + serverId + " knows of no bucket " + bucket + ".");
  }
}
