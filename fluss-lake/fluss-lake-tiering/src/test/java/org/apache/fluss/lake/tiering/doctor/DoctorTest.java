// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.lake.doctor.Finding;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run(List<String> yaml, String... more) throws IOException {
    Files.write(folder.resolve("server.yaml"), yaml);
    List<String> args = new ArrayList<>(List.of("--conf", folder.toString()));
    args.addAll(List.of(more));
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    return Doctor.run(args.toArray(new String[0]), printed, printed);
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void eachFailureSaysWhatToChange() throws Exception {
    Files.createFile(folder.resolve("file"));
    int closedPort;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closedPort = socket.getLocalPort();
    }
    int exit =
        run(
            List.of(
                "bind.listeners: FLUSS://192.0.2.1:9123",
                "bootstrap.servers: 127.0.0.1:" + closedPort,
                "zookeeper.address: 127.0.0.1:" + closedPort,
                "data.dir: " + folder.resolve("file").resolve("data"),
                "remote.data.dir: s3://bucket/remote",
                "datalake.format: iceberg"));
    assertThat(exit).isEqualTo(2);
    assertThat(text())
        .contains("PASS  Java")
        .contains("FAIL  port 9123")
        .contains("Change bind.listeners")
        .contains("FAIL  data.dir")
        .contains("is not a directory")
        .contains("PASS  remote.data.dir")
        .contains("FAIL  ZooKeeper")
        .contains("zookeeper.address")
        .contains("WARN  cluster")
        .contains("FAIL  lake")
        .contains("FLUSS_PLUGINS_DIR")
        .contains("It will not work");
  }

  @Test
  void reachableThingsPassAndJsonParses() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket zooKeeper = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int closedPort;
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        closedPort = socket.getLocalPort();
      }
      int exit =
          run(
              List.of(
                  "bind.listeners: FLUSS://127.0.0.1:" + listening.getLocalPort(),
                  "bootstrap.servers: 127.0.0.1:" + closedPort,
                  "zookeeper.address: 127.0.0.1:" + zooKeeper.getLocalPort() + "/chroot",
                  "data.dir: " + folder.resolve("a/b/c"),
                  "remote.data.dir: " + folder.resolve("remote")),
              "--json");
      JsonNode root = new ObjectMapper().readTree(text());
      assertThat(exit).isEqualTo(1).isEqualTo(root.get("exit").asInt());
      for (JsonNode check : root.get("checks")) {
        boolean warned = List.of("cluster", "lake").contains(check.get("check").asText());
        assertThat(check.get("level").asText()).isEqualTo(warned ? "WARN" : "PASS");
      }
    }
    assertThat(folder.resolve("a")).doesNotExist();
  }

  @Test
  void librariesInTwoVersionsAreNamed() {
    List<Finding> findings = new ArrayList<>();
    new MachineChecks(new Configuration(), findings::add)
        .jars("/a/netty-common-4.1.jar:/b/netty-common-4.2.jar:/a/x-1.jar");
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).level()).isEqualTo(Finding.Level.WARN);
    assertThat(findings.get(0).text()).contains("netty-common").doesNotContain("x=");
  }

  @Test
  void unknownArgumentsShowTheUsage() throws Exception {
    assertThat(run(List.of(), "--nonsense")).isEqualTo(2);
    assertThat(text()).contains("Usage: fluss-doctor.sh");
  }
}
