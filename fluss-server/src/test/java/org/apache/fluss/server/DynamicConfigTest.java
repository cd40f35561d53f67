// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.cluster.AlterConfig;
import org.apache.fluss.config.cluster.AlterConfigOpType;
import org.apache.fluss.config.cluster.ConfigEntry;
import org.apache.fluss.config.cluster.ServerReconfigurable;
import org.apache.fluss.exception.ConfigException;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.metadata.DataLakeFormat;
import org.junit.jupiter.api.Test;

class DynamicConfigTest {
  private static final String LIMIT = "kv.rocksdb.shared-rate-limiter.bytes-per-sec";

  private final Configuration initial = new Configuration();
  private final List<Configuration> told = new ArrayList<>();
  private Map<String, String> stored = Map.of();
  private DynamicConfig config;

  private DynamicConfig config() {
    if (config == null) {
      config = new DynamicConfig(initial);
      config.register(
          new ServerReconfigurable() {
            @Override
            public void validate(Configuration next) throws ConfigException {
              if (next.toMap().containsValue("refused")) {
                throw new ConfigException("refused");
              }
            }

            @Override
            public void reconfigure(Configuration next) {
              told.add(next);
            }
          });
    }
    return config;
  }

  private void alter(String key, String value, AlterConfigOpType type) {
    config().alter(stored, List.of(new AlterConfig(key, value, type)), target -> stored = target);
  }

  @Test
  void laterChangesKeepEarlierOnes() {
    alter("datalake.format", "iceberg", AlterConfigOpType.SET);
    alter("datalake.iceberg.warehouse", "s3://b", AlterConfigOpType.SET);
    alter(LIMIT, "1mb", AlterConfigOpType.SET);
    assertThat(config().current().get(ConfigOptions.DATALAKE_FORMAT))
        .isEqualTo(DataLakeFormat.ICEBERG);
    assertThat(told.get(2).toMap())
        .containsEntry("datalake.iceberg.warehouse", "s3://b")
        .containsEntry(LIMIT, "1mb");
    assertThat(stored).hasSize(3);
  }

  @Test
  void aDeletedKeyFallsBackToTheFile() {
    initial.setString(LIMIT, "5mb");
    alter(LIMIT, "1mb", AlterConfigOpType.SET);
    alter(LIMIT, null, AlterConfigOpType.DELETE);
    assertThat(config().current().toMap()).containsEntry(LIMIT, "5mb");
    assertThat(stored).isEmpty();
  }

  @Test
  void whatIsRefusedChangesNothing() {
    for (AlterConfig bad :
        List.of(
            new AlterConfig("max.bucket.num", "1", AlterConfigOpType.SET),
            new AlterConfig(LIMIT, "abc", AlterConfigOpType.SET),
            new AlterConfig(LIMIT, "1mb", AlterConfigOpType.APPEND),
            new AlterConfig(LIMIT, null, AlterConfigOpType.SET),
            new AlterConfig("datalake.iceberg.type", "glue", AlterConfigOpType.SET),
            new AlterConfig("datalake.format", "nope", AlterConfigOpType.SET))) {
      assertThatThrownBy(() -> config().alter(Map.of(), List.of(bad), target -> stored = target))
          .as(bad.toString())
          .isInstanceOf(InvalidConfigException.class);
    }
    alter("datalake.format", "iceberg", AlterConfigOpType.SET);
    assertThatThrownBy(() -> alter("datalake.iceberg.x", "refused", AlterConfigOpType.SET))
        .isInstanceOf(InvalidConfigException.class);
    assertThat(stored).containsOnlyKeys("datalake.format");
    assertThat(told).hasSize(1);
  }

  @Test
  void whatCannotBeStoredIsTakenBack() {
    assertThatThrownBy(
            () ->
                config()
                    .alter(
                        Map.of(),
                        List.of(new AlterConfig(LIMIT, "1mb", AlterConfigOpType.SET)),
                        target -> {
                          throw new IllegalStateException("no store");
                        }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(config().current().toMap()).doesNotContainKey(LIMIT);
    assertThat(told.get(1).toMap()).doesNotContainKey(LIMIT);
  }

  @Test
  void storedEntriesThatCannotBeUsedAreLeftOut() {
    Map<String, String> bad = new HashMap<>();
    bad.put("datalake.iceberg.warehouse", "s3://b");
    bad.put("datalake.paimon.x", "1");
    bad.put(LIMIT, "abc");
    bad.put("max.bucket.num", "1");
    bad.put("datalake.format", "iceberg");
    config().load(bad);
    assertThat(config().current().toMap())
        .containsEntry("datalake.iceberg.warehouse", "s3://b")
        .containsEntry("datalake.format", "iceberg")
        .hasSize(2);
  }

  @Test
  void secretsAreNotShown() {
    initial.setString("datalake.format", "iceberg");
    initial.setString("s3.secret-key", "abc");
    alter("datalake.iceberg.s3.secret-access-key", "def", AlterConfigOpType.SET);
    for (ConfigEntry entry : config().describe()) {
      assertThat(entry.value()).as(entry.key()).doesNotContain("abc", "def");
    }
    assertThat(config().describe())
        .extracting(ConfigEntry::key)
        .containsExactly(
            "datalake.format", "s3.secret-key", "datalake.iceberg.s3.secret-access-key");
  }
}
