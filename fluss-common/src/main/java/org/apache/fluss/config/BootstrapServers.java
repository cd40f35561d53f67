// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.utils.types.Tuple2;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers a client connects to first. */
@Internal
public final class BootstrapServers {
  private static final Logger LOG = LoggerFactory.getLogger(BootstrapServers.class);
  private static final int MAX_PORT = 65535;

  /** An optional NAME://, a host or address, maybe in brackets, and a port. */
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[^/]*://)?(?:\\[([^\\]\\[/ ]+)\\]|([\\w.%:-]+)):(\\d{1,9})");

  private BootstrapServers() {}

  /**
   * The addresses of {@code bootstrap.servers} that resolve, in the order given. Throws {@link
   * IllegalConfigurationException} if there is none, or one is malformed.
   */
  public static List<InetSocketAddress> resolve(Configuration configuration) {
    String key = ConfigOptions.BOOTSTRAP_SERVERS.key();
    List<String> servers = configuration.get(ConfigOptions.BOOTSTRAP_SERVERS);
    if (servers == null || servers.isEmpty()) {
      throw new IllegalConfigurationException(
          "'" + key + "' is not set. Set it to the servers to connect to, e.g. host:9123");
    }
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String server : servers) {
      InetSocketAddress address = resolve(server, key);
      if (address.isUnresolved()) {
        LOG.warn("Server {} of '{}' is skipped: its name does not resolve.", server, key);
      } else {
        addresses.add(address);
      }
    }
    if (addresses.isEmpty()) {
      throw new IllegalConfigurationException(
          "None of the servers of '" + key + "' resolves: " + servers);
    }
    return addresses;
  }

  private static InetSocketAddress resolve(String server, String key) {
    Tuple2<String, Integer> address =
        parse(server)
            .orElseThrow(
                () ->
                    new IllegalConfigurationException(
                        "'" + server + "' in '" + key + "' is not of the form host:port."));
    if (address.f1 > MAX_PORT) {
      throw new IllegalConfigurationException(
          "The port of '" + server + "' in '" + key + "' is greater than " + MAX_PORT + ".");
    }
    return new InetSocketAddress(address.f0, address.f1);
  }

  /** Host and port of an address; empty if it is malformed. */
  static Optional<Tuple2<String, Integer>> parse(String text) {
    Matcher matcher = ADDRESS.matcher(text.trim());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return Optional.of(Tuple2.of(host, Integer.valueOf(matcher.group(3))));
  }
}
