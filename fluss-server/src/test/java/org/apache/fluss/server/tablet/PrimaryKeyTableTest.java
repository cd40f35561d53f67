// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.tablet.KvCalls.delete;
import static org.apache.fluss.server.tablet.KvCalls.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Primary-key tables on one tablet server, through sockets. */
final class PrimaryKeyTableTest {
  @TempDir static Path directory;
  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new LocalCluster(directory, 1);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  /** Columns id INT, a INT, b STRING by id in one bucket, to be changed. */
  static TableDescriptor.Builder descriptor() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("a", DataTypes.INT())
                .column("b", DataTypes.STRING())
                .primaryKey("id")
                .build())
        .distributedBy(1)
        .property(ConfigOptions.TABLE_REPLICATION_FACTOR.key(), "1");
  }

  private static KvCalls create(String name, TableDescriptor.Builder descriptor) {
    cluster.createTable(name, descriptor.build());
    return cluster.kv(name, 0);
  }

  @Test
  void insertUpdateAndDeleteShowInTheLogAndInLookups() {
    KvCalls kv = create("changes", descriptor());
    assertThat(kv.put(upsert(1, 10, "x"))).isEqualTo(1);
    assertThat(kv.lookup(1)).isEqualTo("[1, 10, x]");
    assertThat(kv.put(upsert(1, 11, "y"))).isEqualTo(3);
    assertThat(kv.lookup(1)).isEqualTo("[1, 11, y]");
    assertThat(kv.put(upsert(1, 11, "y"))).isEqualTo(5);
    assertThat(kv.put(delete(1))).isEqualTo(6);
    assertThat(kv.lookup(1)).isNull();
    assertThat(kv.put(delete(2))).isEqualTo(7);
    assertThat(kv.changelog())
        .containsExactly(
            "0 +I [1, 10, x]",
            "1 -U [1, 10, x]",
            "2 +U [1, 11, y]",
            "3 -U [1, 11, y]",
            "4 +U [1, 11, y]",
            "5 -D [1, 11, y]");
    assertThat(kv.stats().getRowCount()).isZero();
  }
}
