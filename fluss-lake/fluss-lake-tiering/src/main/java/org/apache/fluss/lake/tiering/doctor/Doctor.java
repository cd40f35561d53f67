// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.doctor;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.fluss.config.BootstrapServers;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.GlobalConfiguration;
import org.apache.fluss.lake.doctor.Finding;
import org.apache.fluss.lake.doctor.LakeDoctor;
import org.apache.fluss.lake.doctor.LakeExamination;
import org.apache.fluss.lake.lakestorage.LakeProperties;
import org.apache.fluss.lake.tiering.cluster.ClusterAddress;
import org.apache.fluss.lake.tiering.cluster.RpcFluss;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.netty.client.NettyRpcClient;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.fluss.utils.clock.SystemClock;

/**
 * Looks whether a configuration will work, and says for each failure what to change: {@code --conf
 * DIR [--create] [--json] [--table db.table]}. Exit code 0 if all is well, 1 after warnings, 2
 * after failures.
 */
public final class Doctor {
  private static final String USAGE =
      "Usage: fluss-doctor.sh [--conf DIR] [--create] [--json] [--table DATABASE.TABLE]";
  private static final int FAILED = 2;

  private final PrintStream out;
  private final boolean json;
  private final List<Finding> findings = new ArrayList<>();

  Doctor(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /** See the class. */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  static int run(String[] args, PrintStream out, PrintStream err) {
    String conf = null;
    boolean create = false;
    boolean json = false;
    TablePath table = null;
    for (int i = 0; i < args.length; i++) {
      boolean hasValue = i + 1 < args.length;
      if (args[i].equals("--create")) {
        create = true;
      } else if (args[i].equals("--json")) {
        json = true;
      } else if (args[i].equals("--conf") && hasValue) {
        conf = args[++i];
      } else if (args[i].equals("--table") && hasValue && args[i + 1].matches("[^.]+\\.[^.]+")) {
        String[] names = args[++i].split("\\.");
        table = TablePath.of(names[0], names[1]);
      } else {
        err.println(USAGE);
        return FAILED;
      }
    }
    return new Doctor(out, json).examine(conf, create, table);
  }

  private int examine(String configDir, boolean create, TablePath table) {
    try {
      Configuration conf = GlobalConfiguration.loadConfiguration(configDir, null);
      report(Finding.pass("configuration", configDir));
      new MachineChecks(conf, this::report).run();
      TableDescriptor descriptor = cluster(conf, table);
      lake(conf, create, table, descriptor);
    } catch (RuntimeException e) {
      report(Finding.fail("configuration", e.getMessage() == null ? e.toString() : e.getMessage()));
    }
    int worst = 0;
    for (Finding finding : findings) {
      worst = Math.max(worst, finding.level().ordinal());
    }
    if (json) {
      printJson(worst);
    } else {
      out.println(
          worst == 0
              ? "All is well."
              : worst == 1 ? "It works, but see the warnings." : "It will not work; see FAIL.");
    }
    return worst;
  }

  private void report(Finding finding) {
    findings.add(finding);
    if (!json) {
      out.println(finding);
    }
  }

  private void printJson(int worst) {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = mapper.createObjectNode();
    root.put("exit", worst);
    ArrayNode checks = root.putArray("checks");
    for (Finding finding : findings) {
      checks
          .addObject()
          .put("level", finding.level().name())
          .put("check", finding.check())
          .put("text", finding.text());
    }
    try {
      out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the cluster says of the table; null if there is none or the cluster does not run. */
  private TableDescriptor cluster(Configuration conf, TablePath table) {
    Configuration client = new Configuration(conf);
    ClusterAddress.complete(client);
    client.set(ConfigOptions.CLIENT_CONNECT_TIMEOUT, Duration.ofSeconds(3));
    client.set(ConfigOptions.CLIENT_REQUEST_TIMEOUT, Duration.ofSeconds(5));
    try (NettyRpcClient rpc = new NettyRpcClient(client, false);
        RpcFluss fluss =
            new RpcFluss(
                rpc,
                BootstrapServers.resolve(client),
                Doctor::pause,
                SystemClock.getInstance(),
                client)) {
      try {
        report(Finding.pass("cluster", fluss.describe()));
      } catch (RuntimeException e) {
        report(
            Finding.warn(
                "cluster",
                "does not answer at "
                    + String.join(",", client.get(ConfigOptions.BOOTSTRAP_SERVERS))
                    + ". Start it with bin/local-cluster.sh, if it should run."));
        return null;
      }
      return table == null ? null : fluss.table(table).toTableDescriptor();
    } catch (Exception e) {
      report(Finding.fail("cluster", e.getMessage() == null ? e.toString() : e.getMessage()));
      return null;
    }
  }

  private static void pause(Duration time) {
    try {
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a server.", e);
    }
  }

  private void lake(
      Configuration conf, boolean create, TablePath table, TableDescriptor descriptor) {
    if (!conf.contains(ConfigOptions.DATALAKE_FORMAT)) {
      report(
          Finding.warn(
              "lake", "datalake.format is not set: tables stay in Fluss. Set it to iceberg."));
      return;
    }
    String format = conf.get(ConfigOptions.DATALAKE_FORMAT).toString();
    Optional<LakeDoctor> doctor = LakeDoctors.find(format, conf);
    if (!doctor.isPresent()) {
      report(
          Finding.fail(
              "lake",
              "no plugin for "
                  + format
                  + ". FLUSS_PLUGINS_DIR must name the directory that has the folder "
                  + format
                  + "."));
      return;
    }
    LakeExamination examination =
        LakeExamination.of(
            LakeProperties.of(conf, format).toMap(), conf.get(ConfigOptions.REMOTE_DATA_DIR));
    if (create) {
      examination = examination.creatingTable();
    }
    if (table != null) {
      examination = examination.ofTable(table, descriptor);
    }
    Consumer<Finding> reporter = this::report;
    doctor.get().examine(examination, reporter);
  }
}
