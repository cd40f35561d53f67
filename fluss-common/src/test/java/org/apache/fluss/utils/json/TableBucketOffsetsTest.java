// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.fluss.metadata.TableBucket;
import org.junit.jupiter.api.Test;

class TableBucketOffsetsTest {

  @Test
  void oneArrayPerTableOrPartition() {
    check(
        Map.of(new TableBucket(5, 3), 10L, new TableBucket(5, 0), 11L),
        "{\"version\":1,\"table_id\":5,\"bucket_offsets\":[11,-1,-1,10]}");
    check(
        Map.of(new TableBucket(5, 9L, 0), 11L, new TableBucket(5, 8L, 1), 10L),
        "{\"version\":1,\"table_id\":5,\"partition_offsets\":["
            + "{\"partition_id\":8,\"bucket_offsets\":[-1,10]},"
            + "{\"partition_id\":9,\"bucket_offsets\":[11]}]}");
    check(Map.of(), "{\"version\":1,\"table_id\":5}");
  }

  private static void check(Map<TableBucket, Long> offsets, String json) {
    TableBucketOffsets value = new TableBucketOffsets(5, offsets);
    assertThat(new String(value.toJsonBytes(), UTF_8)).isEqualTo(json);
    assertThat(TableBucketOffsets.fromJsonBytes(json.getBytes(UTF_8))).isEqualTo(value);
  }

  @Test
  void refusesBucketsThatDoNotBelongTogether() {
    for (Map<TableBucket, Long> offsets :
        List.of(
            Map.of(new TableBucket(6, 1), 1L),
            Map.of(new TableBucket(5, 1), 1L, new TableBucket(5, 7L, 1), 1L),
            Map.of(new TableBucket(5, Integer.MAX_VALUE), 1L))) {
      assertThatThrownBy(() -> new TableBucketOffsets(5, offsets))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () ->
                TableBucketOffsets.fromJsonBytes(
                    ("{\"table_id\":5,\"bucket_offsets\":[1],\"partition_offsets\":"
                            + "[{\"partition_id\":8,\"bucket_offsets\":[1]}]}")
                        .getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
