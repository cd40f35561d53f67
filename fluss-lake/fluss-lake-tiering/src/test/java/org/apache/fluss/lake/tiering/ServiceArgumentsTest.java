// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceArgumentsTest {

  @TempDir Path folder;

  private String conf(String... lines) throws IOException {
    Files.write(folder.resolve("server.yaml"), java.util.List.of(lines));
    return folder.toString();
  }

  @Test
  void argumentsWinOverTheFile() throws Exception {
    String dir =
        conf(
            "bind.listeners: FLUSS://0.0.0.0:9123",
            "datalake.format: iceberg",
            "datalake.iceberg.type: glue",
            "datalake.iceberg.warehouse: s3://b/w",
            "s3.region: eu-west-1");
    ServiceArguments arguments =
        ServiceArguments.parse(
            new String[] {
              "--configDir",
              dir,
              "--datalake.iceberg.type",
              "hadoop",
              "--fluss.tiering.poll.table.interval",
              "3s",
              "--lake.tiering.auto-expire-snapshot",
              "true"
            });
    assertThat(arguments.bootstrap()).isEqualTo("localhost:9123");
    assertThat(arguments.lakeFormat()).isEqualTo("iceberg");
    assertThat(arguments.lake().toMap())
        .containsEntry("type", "hadoop")
        .containsEntry("warehouse", "s3://b/w")
        .containsEntry("fluss.fs.s3.region", "eu-west-1")
        .hasSize(3);
    assertThat(arguments.lakeTiering().toMap())
        .hasSize(1)
        .containsEntry("lake.tiering.auto-expire-snapshot", "true");
    assertThat(arguments.client().toMap()).containsEntry("tiering.poll.table.interval", "3s");
  }

  @Test
  void clientsUseTheListenerThatIsNotForServers() throws Exception {
    String dir =
        conf(
            "bind.listeners: INTERNAL://10.0.0.1:9123, CLIENT://0.0.0.0:9223",
            "advertised.listeners: CLIENT://fluss.example:9223",
            "internal.listener.name: INTERNAL",
            "datalake.format: iceberg");
    assertThat(ServiceArguments.parse(new String[] {"--configDir", dir}).bootstrap())
        .isEqualTo("fluss.example:9223");
  }

  @Test
  void whatIsMissingIsNamed() throws Exception {
    assertThatThrownBy(() -> ServiceArguments.parse(new String[] {"--bootstrap.servers", "a:1"}))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("datalake.format");
    assertThatThrownBy(() -> ServiceArguments.parse(new String[] {"--datalake.format", "iceberg"}))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("bootstrap.servers");
    assertThatThrownBy(() -> ServiceArguments.parse(new String[] {"--key"}))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("--key");
  }
}
