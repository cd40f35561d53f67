// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.fluss.record.ChangeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PreWriteBufferTest {
  @TempDir Path directory;

  private final BufferBudget budget = new BufferBudget(10_000);
  private final PreWriteBuffer buffer = new PreWriteBuffer(budget);

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private void put(String key, String value, long offset) {
    byte[] keyBytes = bytes(key);
    buffer.put(
        keyBytes,
        PreWriteBuffer.hash(keyBytes),
        value == null ? null : bytes(value),
        value == null ? ChangeType.DELETE : ChangeType.INSERT,
        offset);
  }

  private String find(String key) {
    byte[] keyBytes = bytes(key);
    PreWriteBuffer.Entry entry = buffer.find(keyBytes, PreWriteBuffer.hash(keyBytes));
    return entry == null
        ? "absent"
        : entry.value == null ? "deleted" : new String(entry.value, UTF_8);
  }

  @Test
  void truncationBringsBackWhatWasBefore() {
    put("a", "1", 3);
    put("a", "2", 4);
    put("b", "1", 6);
    put("a", null, 7);
    assertThat(find("a")).isEqualTo("deleted");
    buffer.truncateTo(5);
    assertThat(find("a")).isEqualTo("2");
    assertThat(find("b")).isEqualTo("absent");
    buffer.truncateTo(4);
    assertThat(find("a")).isEqualTo("1");
    buffer.truncateTo(0);
    assertThat(find("a")).isEqualTo("absent");
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(budget.usedBytes()).isZero();
    assertThatThrownBy(
            () -> {
              put("a", "1", 9);
              put("a", "1", 9);
            })
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Random puts, truncations and flushes beside a list of changes and a map. */
  @Test
  void equalsAListOfChanges() {
    Random random = new Random(5);
    try (KvEngine engine = MemoryKvEngine.engines().open(directory.resolve("db"));
        KvEngine.WriteBatch batch = engine.newBatch()) {
      List<Object[]> changes = new ArrayList<>();
      Map<String, String> stored = new HashMap<>();
      long offset = 0;
      for (int i = 0; i < 20_000; i++) {
        int what = random.nextInt(100);
        if (what < 90) {
          offset += 1 + random.nextInt(2);
          String key = "k" + random.nextInt(300);
          String value = random.nextInt(4) == 0 ? null : "v" + i;
          put(key, value, offset);
          changes.add(new Object[] {offset, key, value});
        } else if (what < 95) {
          long to = offset - random.nextInt(30);
          buffer.truncateTo(to);
          changes.removeIf(change -> (long) change[0] >= to);
        } else {
          long to = offset - random.nextInt(60);
          buffer.flush(to, batch);
          batch.write();
          for (Object[] change : changes) {
            if ((long) change[0] < to) {
              stored.put((String) change[1], (String) change[2]);
            }
          }
          changes.removeIf(change -> (long) change[0] < to);
        }
        String key = "k" + random.nextInt(300);
        String expected = "absent";
        for (Object[] change : changes) {
          if (change[1].equals(key)) {
            expected = change[2] == null ? "deleted" : (String) change[2];
          }
        }
        assertThat(find(key)).isEqualTo(expected);
        byte[] inStore = engine.get(bytes(key));
        assertThat(inStore == null ? null : new String(inStore, UTF_8)).isEqualTo(stored.get(key));
      }
      buffer.close();
      assertThat(budget.usedBytes()).isZero();
    }
  }
}
