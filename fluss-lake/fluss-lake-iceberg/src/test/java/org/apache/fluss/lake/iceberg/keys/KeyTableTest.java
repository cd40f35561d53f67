// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyTableTest {

  @Test
  void isAMap() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      KeyTable table = new KeyTable();
      Map<Long, Long> model = new HashMap<>();
      KeyHash hash = new KeyHash();
      for (int i = 0; i < 20_000; i++) {
        long key = random.nextInt(1 + random.nextInt(3000));
        hash.of(key);
        long before;
        Long expected;
        if (random.nextInt(3) == 0) {
          before = table.remove(hash.high(), hash.low());
          expected = model.remove(key);
        } else {
          before = table.put(hash.high(), hash.low(), i);
          expected = model.put(key, (long) i);
        }
        assertThat(before).isEqualTo(expected == null ? KeyTable.ABSENT : expected);
        assertThat(table.size()).isEqualTo(model.size());
      }
      table.retain(place -> place % 2 == 0);
      model.values().removeIf(place -> place % 2 != 0);
      Map<Long, Long> found = new HashMap<>();
      table.forEach((high, low, place) -> found.put(low, place));
      assertThat(found).isEqualTo(model);
      assertThat(table.size()).isEqualTo(model.size());
    }
  }

  @Test
  void takesLessThanFiftyBytesAKey() {
    KeyTable table = new KeyTable();
    KeyHash hash = new KeyHash();
    byte[] key = new byte[20];
    for (int i = 0; i < 300_000; i++) {
      key[0] = (byte) i;
      key[9] = (byte) (i >> 8);
      key[19] = (byte) (i >> 16);
      hash.of(key, 0, key.length);
      table.put(hash.high(), hash.low(), i);
      if (i > 30_000) {
        assertThat(table.sizeInBytes()).isLessThan(50 * table.size());
      }
    }
    assertThat(table.size()).isEqualTo(300_000);
  }

  @Test
  void indexesAreDroppedWhenThereAreTooMany() {
    KeyIndexes indexes = new KeyIndexes(20_000);
    long one = new KeyIndex().sizeInBytes();
    KeyIndexes.Bucket[] buckets = new KeyIndexes.Bucket[4];
    for (int i = 0; i < 4; i++) {
      buckets[i] = new KeyIndexes.Bucket("t", 0, null, i);
      KeyIndexes.Use use = indexes.take(buckets[i]);
      assertThat(use.takeIndex()).isNull();
      assertThat(use.grow(one)).isTrue();
      use.end(new KeyIndex());
    }
    assertThat(indexes.sizeInBytes()).isEqualTo(20_000 / one * one);
    KeyIndexes.Use oldest = indexes.take(buckets[0]);
    KeyIndexes.Use newest = indexes.take(buckets[3]);
    assertThat(oldest.takeIndex()).isNull();
    assertThat(newest.takeIndex()).isNotNull();
    assertThat(newest.takeIndex()).as("one that is replaced must not stay in memory").isNull();
    long before = indexes.sizeInBytes();
    assertThat(newest.grow(21_000)).isFalse();
    assertThat(indexes.sizeInBytes()).as("nobody is driven out for nothing").isEqualTo(before);
    assertThat(newest.grow(20_000)).isTrue();
    newest.end(null);
    oldest.end(null);
    assertThat(indexes.sizeInBytes()).isZero();
  }
}
