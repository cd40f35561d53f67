// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.KeyValueRow;
import org.apache.fluss.utils.CloseableIterator;
import org.junit.jupiter.api.Test;

/** Changes win over rows, everything comes in the order of the keys. */
class SortMergeReaderTest {
  private static final int[] KEY = {0};
  private static final Comparator<InternalRow> BY_KEY = Comparator.comparingInt(r -> r.getInt(0));

  private static CloseableIterator<LogRecord> rows(int... ids) {
    List<LogRecord> records =
        IntStream.of(ids)
            .mapToObj(id -> new ScanRecord(GenericRow.of(id, 10 * id)))
            .collect(Collectors.toList());
    return CloseableIterator.wrap(records.iterator());
  }

  private static KeyValueRow change(int id, boolean delete) {
    return new KeyValueRow(KEY, GenericRow.of(id, 1000 + id), delete);
  }

  private static List<Integer> read(
      int[] projection, List<CloseableIterator<LogRecord>> rows, KeyValueRow... changes) {
    SortMergeReader reader =
        new SortMergeReader(
            projection,
            KEY,
            rows,
            BY_KEY,
            CloseableIterator.wrap(Arrays.asList(changes).iterator()));
    List<Integer> values = new ArrayList<>();
    try (CloseableIterator<InternalRow> batch = reader.readBatch()) {
      batch.forEachRemaining(row -> values.add(row.getInt(projection == null ? 1 : 0)));
    }
    assertThat(reader.readBatch()).isNull();
    return values;
  }

  @Test
  void mergesSeveralIterators() {
    assertThat(
            read(
                null,
                List.of(rows(1, 4, 6), rows(2, 5)),
                change(0, false),
                change(2, false),
                change(3, true),
                change(4, true),
                change(7, false)))
        .containsExactly(1000, 10, 1002, 50, 60, 1007);
  }

  @Test
  void projects() {
    assertThat(read(new int[] {1}, List.of(rows(1, 2)), change(2, false)))
        .containsExactly(10, 1002);
  }

  @Test
  void eitherSideMayBeEmpty() {
    assertThat(read(null, Collections.emptyList(), change(1, false), change(2, true)))
        .containsExactly(1001);
    assertThat(read(null, List.of(rows(1, 2)))).containsExactly(10, 20);
    assertThat(read(null, Collections.emptyList())).isEmpty();
  }
}
