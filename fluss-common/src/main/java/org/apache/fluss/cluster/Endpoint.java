// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;

/** Address of a listener. Immutable. Its text is {@code NAME://host:port}. */
@Internal
public class Endpoint {
  private static final Pattern TEXT =
      Pattern.compile("(.*)://\\[?([0-9a-zA-Z\\-%._:]*)\\]?:(-?[0-9]+)");

  private final String host;
  private final int port;
  private final String listenerName;

  /**
   * @param port 0 to let the system choose one
   */
  public Endpoint(String host, int port, String listenerName) {
    this.host = Objects.requireNonNull(host, "host");
    this.port = port;
    this.listenerName = Objects.requireNonNull(listenerName, "listenerName");
  }

  public String getHost() {
    return host;
  }

  public int getPort() {
    return port;
  }

  public String getListenerName() {
    return listenerName;
  }

  /** {@code NAME://host:port}; an IPv6 address stands without brackets. */
  public String listenerString() {
    return listenerName + "://" + host + ":" + port;
  }

  /** Joins the texts of endpoints by commas. */
  public static String toListenersString(List<Endpoint> endpoints) {
    return endpoints.stream().map(Endpoint::listenerString).collect(Collectors.joining(","));
  }

  /**
   * Reads endpoints from texts joined by commas; an empty text gives none.
   *
   * @throws IllegalArgumentException if a text is malformed, or a name or port other than 0 occurs
   *     twice
   */
  public static List<Endpoint> fromListenersString(String listeners) {
    if (listeners.trim().isEmpty()) {
      return Collections.emptyList();
    }
    List<Endpoint> endpoints =
        Arrays.stream(listeners.split(","))
            .map(text -> parse(text.trim(), listeners))
            .collect(Collectors.toList());
    Set<String> names = new HashSet<>();
    Set<Integer> ports = new HashSet<>();
    for (Endpoint endpoint : endpoints) {
      if (!names.add(endpoint.listenerName)) {
        throw new IllegalArgumentException(
            String.format(
                "The listener name %s occurs twice in '%s'; give each listener its own.",
                endpoint.listenerName, listeners));
      }
      if (endpoint.port != 0 && !ports.add(endpoint.port)) {
        throw new IllegalArgumentException(
            String.format(
                "The port %d occurs twice in '%s'; give each listener its own, or 0.",
                endpoint.port, listeners));
      }
    }
    return endpoints;
  }

  private static Endpoint parse(String text, String listeners) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          String.format("'%s' in '%s' is not of the form NAME://host:port.", text, listeners));
    }
    return new Endpoint(
        matcher.group(2), parsePort(matcher.group(3), "'" + text + "'"), matcher.group(1));
  }

  private static int parsePort(String text, String where) {
    try {
      int port = Integer.parseInt(text.trim());
      if (port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("The port of " + where + " is not a number: " + text, e);
    }
    throw new IllegalArgumentException("The port of " + where + " is larger than 65535: " + text);
  }

  /**
   * The endpoints a server binds: {@code bind.listeners}, or the older host and port options.
   *
   * @throws IllegalArgumentException if neither or both are set, or the internal listener is
   *     missing
   */
  public static List<Endpoint> loadBindEndpoints(Configuration conf, ServerType serverType) {
    boolean coordinator = serverType == ServerType.COORDINATOR;
    ConfigOption<String> hostOption =
        coordinator ? ConfigOptions.COORDINATOR_HOST : ConfigOptions.TABLET_SERVER_HOST;
    ConfigOption<String> portOption =
        coordinator ? ConfigOptions.COORDINATOR_PORT : ConfigOptions.TABLET_SERVER_PORT;
    String bindKey = ConfigOptions.BIND_LISTENERS.key();
    String internalName = conf.get(ConfigOptions.INTERNAL_LISTENER_NAME);
    if (conf.contains(ConfigOptions.BIND_LISTENERS)) {
      if (conf.contains(hostOption)) {
        throw new IllegalArgumentException(
            String.format("Set either %s or %s, not both.", bindKey, hostOption.key()));
      }
      List<Endpoint> endpoints = fromListenersString(conf.get(ConfigOptions.BIND_LISTENERS));
      if (endpoints.stream().noneMatch(e -> e.listenerName.equals(internalName))) {
        throw new IllegalArgumentException(
            String.format(
                "The internal listener %s is not among %s=%s; add it, or name another one in %s.",
                internalName,
                bindKey,
                toListenersString(endpoints),
                ConfigOptions.INTERNAL_LISTENER_NAME.key()));
      }
      return endpoints;
    }
    if (!conf.contains(hostOption)) {
      throw new IllegalArgumentException(
          "Set " + bindKey + ", for example to " + internalName + "://localhost:9123.");
    }
    if (conf.contains(ConfigOptions.INTERNAL_LISTENER_NAME)) {
      throw new IllegalArgumentException(
          String.format(
              "%s only goes with %s; replace %s by it.",
              ConfigOptions.INTERNAL_LISTENER_NAME.key(), bindKey, hostOption.key()));
    }
    return Collections.singletonList(
        new Endpoint(
            conf.get(hostOption),
            parsePort(conf.get(portOption), portOption.key()),
            ConfigOptions.INTERNAL_LISTENER_NAME.defaultValue()));
  }

  /**
   * The addresses clients are told, in the order of the bound ones: those of {@code
   * advertised.listeners}, and the bound ones of all listeners it does not name.
   *
   * @throws IllegalArgumentException if a name is none of a bound listener
   */
  public static List<Endpoint> loadAdvertisedEndpoints(
      List<Endpoint> bindEndpoints, Configuration conf) {
    List<Endpoint> result = new ArrayList<>(bindEndpoints);
    if (!conf.contains(ConfigOptions.ADVERTISED_LISTENERS)) {
      return result;
    }
    for (Endpoint advertised : fromListenersString(conf.get(ConfigOptions.ADVERTISED_LISTENERS))) {
      boolean known = false;
      for (int i = 0; i < result.size(); i++) {
        if (result.get(i).listenerName.equals(advertised.listenerName)) {
          result.set(i, advertised);
          known = true;
        }
      }
      if (!known) {
        throw new IllegalArgumentException(
            String.format(
                "%s names the listener %s, which is not bound; the bound ones are %s.",
                ConfigOptions.ADVERTISED_LISTENERS.key(),
                advertised.listenerName,
                toListenersString(bindEndpoints)));
      }
    }
    return result;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    Endpoint that = (Endpoint) o;
    return port == that.port && host.equals(that.host) && listenerName.equals(that.listenerName);
  }

  @Override
  public int hashCode() {
    return Objects.hash(host, port, listenerName);
  }

  @Override
  public String toString() {
    return listenerString();
  }
}
