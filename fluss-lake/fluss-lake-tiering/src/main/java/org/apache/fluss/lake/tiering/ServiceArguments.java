// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering;

import java.util.Map;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.GlobalConfiguration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.lake.lakestorage.LakeProperties;
import org.apache.fluss.lake.tiering.cluster.ClusterAddress;

/**
 * What a tiering service was started with: {@code server.yaml} of {@code --configDir}, and {@code
 * --key value} pairs, which win. Keys may carry the prefix {@code fluss.}, as for the tiering job
 * of Flink. Immutable.
 */
public final class ServiceArguments {
  private static final String CONFIG_DIR = "configDir";
  private static final String FLUSS_PREFIX = "fluss.";
  private static final String LAKE_TIERING_PREFIX = "lake.tiering.";

  private final Configuration all;

  private ServiceArguments(Configuration all) {
    this.all = all;
  }

  /** Reads the arguments; {@link IllegalConfigurationException} if something is missing. */
  public static ServiceArguments parse(String[] args) {
    Configuration given = new Configuration();
    String configDir = null;
    for (int i = 0; i < args.length; i += 2) {
      if (!args[i].startsWith("--") || args[i].length() == 2 || i + 1 == args.length) {
        throw new IllegalConfigurationException(
            "Arguments are pairs of --key value; '" + args[i] + "' is not part of one.");
      }
      String key = args[i].substring(2);
      if (key.equals(CONFIG_DIR)) {
        configDir = args[i + 1];
      } else {
        given.setString(
            key.startsWith(FLUSS_PREFIX) ? key.substring(FLUSS_PREFIX.length()) : key, args[i + 1]);
      }
    }
    ServiceArguments arguments =
        new ServiceArguments(
            configDir == null ? given : GlobalConfiguration.loadConfiguration(configDir, given));
    arguments.lakeFormat();
    // beside a cluster on the same machine its own addresses lead to it
    ClusterAddress.complete(arguments.all);
    return arguments;
  }

  /** Everything. */
  Configuration all() {
    return new Configuration(all);
  }

  /** The servers that are asked first. */
  String bootstrap() {
    return String.join(",", all.get(ConfigOptions.BOOTSTRAP_SERVERS));
  }

  /** The lake's format, such as {@code iceberg}. */
  String lakeFormat() {
    if (!all.contains(ConfigOptions.DATALAKE_FORMAT)) {
      throw new IllegalConfigurationException(
          "No lake is configured: set datalake.format: iceberg and datalake.iceberg.type.");
    }
    return all.get(ConfigOptions.DATALAKE_FORMAT).toString();
  }

  /** Options of the lake, without {@code datalake.FORMAT.}. */
  Configuration lake() {
    return LakeProperties.of(all, lakeFormat());
  }

  /** Options of the lake's committer, {@code lake.tiering.*}. */
  Configuration lakeTiering() {
    Configuration lakeTiering = new Configuration();
    for (Map.Entry<String, String> entry : all.toMap().entrySet()) {
      if (entry.getKey().startsWith(LAKE_TIERING_PREFIX)) {
        lakeTiering.setString(entry.getKey(), entry.getValue());
      }
    }
    return lakeTiering;
  }

  /** Options of the client of the cluster, and of the service itself. */
  Configuration client() {
    return all();
  }
}
