// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.bucketing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.memory.MurmurHash;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;

/** The buckets the released version places keys in. */
class BucketVectorTest {
  @Test
  void keysFallIntoTheBucketsOfTheReleasedVersion() {
    JsonNode vectors = Vectors.load("formats-buckets.json");
    JsonNode counts = vectors.get("bucket_counts");
    int checked = 0;
    for (JsonNode vector : vectors.get("keys")) {
      byte[] key = Vectors.bytes(vector.get("key").asText());
      int hash = MurmurHash.hash(key, 0, key.length);
      assertThat(hash).isEqualTo(vector.get("murmur_seed42").asInt());
      MemorySegment offHeap = MemorySegment.allocateOffHeapMemory(key.length);
      offHeap.put(0, key);
      assertThat(MurmurHash.hash(offHeap, 0, key.length)).isEqualTo(hash);
      assertThat(MurmurHash.spread(hash)).isEqualTo(vector.get("finalised").asInt());
      for (int i = 0; i < counts.size(); i++) {
        int buckets = counts.get(i).asInt();
        assertThat(new FlussBucketingFunction().bucketing(key, buckets))
            .isEqualTo(vector.get("fluss").get(i).asInt());
        assertThat(new PaimonBucketingFunction().bucketing(key, buckets))
            .isEqualTo(vector.get("paimon").get(i).asInt());
        assertThat(new IcebergBucketingFunction().bucketing(key, buckets))
            .isEqualTo(vector.get("iceberg").get(i).asInt());
      }
      checked++;
    }
    assertThat(checked).isEqualTo(270);
    assertThat(counts).hasSize(14);
  }

  @Test
  void anEmptyKeyHasABucketInPaimonOnly() {
    byte[] empty = {};
    assertThat(new PaimonBucketingFunction().bucketing(empty, 3)).isZero();
    assertThatThrownBy(() -> new FlussBucketingFunction().bucketing(empty, 7))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new IcebergBucketingFunction().bucketing(empty, 7))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new IcebergBucketingFunction().bucketing(new byte[1], 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
