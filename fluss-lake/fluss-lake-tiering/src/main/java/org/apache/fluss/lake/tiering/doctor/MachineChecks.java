// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.doctor;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.lake.doctor.Finding;

/** Checks of what servers need from the machine: Java, jars, ports, directories, ZooKeeper. */
final class MachineChecks {
  private static final int OLDEST_JAVA = 11;
  private static final int CONNECT_MS = 3000;
  private static final long LITTLE_SPACE = 1L << 30;
  private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[^/\\\\]*)\\.jar");
  private static final Pattern ADDRESS = Pattern.compile("\\[?([^\\]]+?)\\]?(?::(\\d{1,5}))?");
  private static final int ZOOKEEPER_PORT = 2181;

  private final Configuration conf;
  private final Consumer<Finding> findings;

  MachineChecks(Configuration conf, Consumer<Finding> findings) {
    this.conf = conf;
    this.findings = findings;
  }

  void run() {
    java();
    jars(System.getProperty("java.class.path"));
    ports();
    directory(ConfigOptions.DATA_DIR.key(), conf.get(ConfigOptions.DATA_DIR));
    directory(ConfigOptions.REMOTE_DATA_DIR.key(), conf.get(ConfigOptions.REMOTE_DATA_DIR));
    zooKeeper();
  }

  private void java() {
    int version = Runtime.version().feature();
    findings.accept(
        version >= OLDEST_JAVA
            ? Finding.pass("Java", Runtime.version() + " in " + System.getProperty("java.home"))
            : Finding.fail(
                "Java",
                "JAVA-VERSION: this is Java "
                    + version
                    + ", Fluss needs 11 or newer. Set JAVA_HOME or env.java.home."));
  }

  /** Two versions of one library on a class path. */
  void jars(String classPath) {
    Map<String, TreeSet<String>> versions = new TreeMap<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      Matcher jar = JAR.matcher(new File(entry).getName());
      if (jar.matches()) {
        versions.computeIfAbsent(jar.group(1), name -> new TreeSet<>()).add(jar.group(2));
      }
    }
    versions.values().removeIf(each -> each.size() < 2);
    findings.accept(
        versions.isEmpty()
            ? Finding.pass("jars", "no library is there in two versions")
            : Finding.warn(
                "jars", "JAR-CONFLICT: more than one version of " + versions + "; keep one each."));
  }

  private void ports() {
    List<Endpoint> endpoints;
    try {
      endpoints = Endpoint.loadBindEndpoints(conf, ServerType.COORDINATOR);
    } catch (IllegalArgumentException e) {
      findings.accept(Finding.fail("listeners", e.getMessage()));
      return;
    }
    for (Endpoint endpoint : endpoints) {
      if (endpoint.getPort() != 0) {
        port(endpoint);
      }
    }
  }

  private void port(Endpoint endpoint) {
    String check = "port " + endpoint.getPort();
    String host = reachable(endpoint.getHost());
    if (connects(host, endpoint.getPort()) == null) {
      findings.accept(
          Finding.pass(check, "something listens there, as it should while the server runs"));
      return;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
      findings.accept(Finding.pass(check, "free"));
    } catch (IOException | RuntimeException e) {
      findings.accept(
          Finding.fail(
              check,
              "a server could not listen at "
                  + endpoint.listenerString()
                  + ": "
                  + e.getMessage()
                  + ". Change bind.listeners to an address of this machine and a free port."));
    }
  }

  private static String reachable(String bound) {
    return bound.equals("0.0.0.0") || bound.equals("::") ? "localhost" : bound;
  }

  /** Null, or why not. */
  private static String connects(String host, int port) {
    try (Socket socket = new Socket()) {
      InetSocketAddress address = new InetSocketAddress(host, port);
      if (address.isUnresolved()) {
        return "the name " + host + " does not resolve";
      }
      socket.connect(address, CONNECT_MS);
      return null;
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /** A directory of this machine can be written, or made. */
  void directory(String option, String value) {
    if (value == null) {
      findings.accept(Finding.fail(option, "is not set; set it to a directory or a URI."));
      return;
    }
    if (value.matches("[a-zA-Z][a-zA-Z0-9+.-]+:.*") && !value.startsWith("file:")) {
      findings.accept(Finding.pass(option, value + " is not on this machine"));
      return;
    }
    Path path = Path.of(value.replaceFirst("^file:(//)?", "")).toAbsolutePath();
    Path existing = path;
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    String because = null;
    if (!Files.isDirectory(existing)) {
      because = existing + " is not a directory";
    } else {
      try {
        Files.delete(Files.createTempFile(existing, ".fluss-doctor", null));
      } catch (IOException e) {
        because = "nothing can be written into " + existing + " (" + e.getMessage() + ")";
      }
    }
    if (because != null) {
      findings.accept(
          Finding.fail(
              option,
              path
                  + " cannot be used: "
                  + because
                  + ". Give the user "
                  + System.getProperty("user.name")
                  + " write access, or set "
                  + option
                  + " to another directory."));
      return;
    }
    long space = existing.toFile().getUsableSpace();
    findings.accept(
        space < LITTLE_SPACE
            ? Finding.warn(option, path + " has only " + (space >> 20) + " MB left; free some.")
            : Finding.pass(option, path + ", " + (space >> 30) + " GB free"));
  }

  private void zooKeeper() {
    String value = conf.get(ConfigOptions.ZOOKEEPER_ADDRESS);
    if (value == null) {
      findings.accept(Finding.fail("ZooKeeper", "zookeeper.address is not set."));
      return;
    }
    StringBuilder failures = new StringBuilder();
    int reached = 0;
    String[] addresses = value.replaceFirst("/.*", "").split(",");
    for (String address : addresses) {
      Matcher parts = ADDRESS.matcher(address.trim());
      String because = "it is not of the form host:port";
      if (parts.matches()) {
        int port = parts.group(2) == null ? ZOOKEEPER_PORT : Integer.parseInt(parts.group(2));
        because =
            port > 65535 ? "its port is above 65535" : connects(reachable(parts.group(1)), port);
      }
      if (because == null) {
        reached++;
      } else {
        failures.append(failures.length() == 0 ? "" : "; ").append(address).append(": ");
        failures.append(because);
      }
    }
    if (reached == 0) {
      findings.accept(
          Finding.fail(
              "ZooKeeper",
              "not reachable ("
                  + failures
                  + "). Start it, or change zookeeper.address or the firewall."));
    } else if (reached < addresses.length) {
      findings.accept(Finding.warn("ZooKeeper", "partly reachable; not " + failures + "."));
    } else {
      findings.accept(Finding.pass("ZooKeeper", "reachable at " + value));
    }
  }
}
