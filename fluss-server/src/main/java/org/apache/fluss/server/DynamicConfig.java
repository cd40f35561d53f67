// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.Secrets;
import org.apache.fluss.config.cluster.AlterConfig;
import org.apache.fluss.config.cluster.AlterConfigOpType;
import org.apache.fluss.config.cluster.ConfigEntry;
import org.apache.fluss.config.cluster.ServerReconfigurable;
import org.apache.fluss.exception.ConfigException;
import org.apache.fluss.exception.InvalidConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's configuration: what its file says, and over it what was set for the whole cluster
 * while it runs. Thread-safe.
 */
public final class DynamicConfig {
  private static final Logger LOG = LoggerFactory.getLogger(DynamicConfig.class);
  private static final String LAKE_PREFIX = "datalake.";
  private static final String LAKE_FORMAT = ConfigOptions.DATALAKE_FORMAT.key();
  private static final String KV_RATE_LIMIT =
      ConfigOptions.KV_SHARED_RATE_LIMITER_BYTES_PER_SEC.key();

  private final Configuration initial;
  private final List<ServerReconfigurable> components = new CopyOnWriteArrayList<>();
  private Map<String, String> dynamic = Map.of();
  private volatile Configuration effective;

  public DynamicConfig(Configuration initial) {
    this.initial = new Configuration(initial);
    this.effective = new Configuration(initial);
  }

  /** The component is asked about, and told of, every change from now on. */
  public void register(ServerReconfigurable component) {
    components.add(component);
  }

  /** The configuration in force; must not be changed. */
  public Configuration current() {
    return effective;
  }

  /** All settings with their source; the values of secrets are hidden. */
  public synchronized List<ConfigEntry> describe() {
    List<ConfigEntry> out = new ArrayList<>();
    for (Map.Entry<String, String> entry : sorted(initial.toMap()).entrySet()) {
      if (!dynamic.containsKey(entry.getKey())) {
        out.add(entry(entry, ConfigEntry.ConfigSource.INITIAL_SERVER_CONFIG));
      }
    }
    for (Map.Entry<String, String> entry : sorted(dynamic).entrySet()) {
      out.add(entry(entry, ConfigEntry.ConfigSource.DYNAMIC_SERVER_CONFIG));
    }
    return out;
  }

  private static ConfigEntry entry(
      Map.Entry<String, String> entry, ConfigEntry.ConfigSource source) {
    String value = entry.getValue() == null ? null : Secrets.mask(entry.getKey(), entry.getValue());
    return new ConfigEntry(entry.getKey(), value, source);
  }

  private static Map<String, String> sorted(Map<String, String> map) {
    Map<String, String> out = new LinkedHashMap<>();
    new TreeSet<>(map.keySet()).forEach(key -> out.put(key, map.get(key)));
    return out;
  }

  /** Takes over what is stored for the cluster; entries that cannot be used are logged only. */
  public synchronized void load(Map<String, String> stored) {
    Map<String, String> usable = new LinkedHashMap<>();
    // The format decides which of the other keys are valid.
    if (stored.containsKey(LAKE_FORMAT)) {
      addUsable(usable, LAKE_FORMAT, stored.get(LAKE_FORMAT));
    }
    stored.forEach((key, value) -> addUsable(usable, key, value));
    try {
      apply(usable);
    } catch (RuntimeException e) {
      LOG.error("The cluster's dynamic configuration is not applied", e);
    }
  }

  private void addUsable(Map<String, String> usable, String key, String value) {
    Map<String, String> candidate = new LinkedHashMap<>(usable);
    candidate.put(key, value);
    try {
      check(key, value, candidate);
      usable.put(key, value);
    } catch (RuntimeException e) {
      LOG.error("The stored setting {} cannot be used and is ignored", key, e);
    }
  }

  /**
   * Changes the cluster's settings: all are checked, applied here, and only then persisted.
   *
   * @param stored what is stored now
   * @param persist stores the whole new map; when it throws, nothing is changed
   * @throws InvalidConfigException when a change is not allowed, and nothing is changed
   */
  public synchronized void alter(
      Map<String, String> stored,
      Collection<AlterConfig> changes,
      Consumer<Map<String, String>> persist) {
    Map<String, String> target = new LinkedHashMap<>(stored);
    for (AlterConfig change : changes) {
      if (!isAllowed(change.key())) {
        throw new InvalidConfigException(
            "'"
                + change.key()
                + "' cannot be changed while the cluster runs; change it in server.yaml.");
      }
      if (change.opType() == AlterConfigOpType.SET) {
        target.put(change.key(), change.value());
      } else if (change.opType() == AlterConfigOpType.DELETE) {
        target.remove(change.key());
      } else {
        throw new InvalidConfigException(
            "Settings of the cluster can be SET or DELETEd, not changed by " + change.opType());
      }
    }
    for (AlterConfig change : changes) {
      if (target.containsKey(change.key())) {
        check(change.key(), target.get(change.key()), target);
      }
    }
    Map<String, String> before = dynamic;
    apply(target);
    try {
      persist.accept(target);
    } catch (RuntimeException e) {
      apply(before);
      throw e;
    }
  }

  private static boolean isAllowed(String key) {
    return key.startsWith(LAKE_PREFIX) || key.equals(KV_RATE_LIMIT);
  }

  private void check(String key, String value, Map<String, String> all) {
    if (!isAllowed(key)) {
      throw new InvalidConfigException("'" + key + "' cannot be changed while the cluster runs.");
    }
    if (value == null) {
      throw new InvalidConfigException("'" + key + "' has no value.");
    }
    Configuration candidate = merged(all);
    ConfigOption<?> option = ConfigOptions.getConfigOption(key);
    if (option != null) {
      try {
        candidate.get(option);
      } catch (IllegalArgumentException e) {
        throw new InvalidConfigException(
            "'" + key + "' cannot be '" + Secrets.mask(key, value) + "': " + e.getMessage());
      }
    }
    if (key.startsWith(LAKE_PREFIX) && !key.equals(LAKE_FORMAT)) {
      String format =
          candidate.getOptional(ConfigOptions.DATALAKE_FORMAT).map(Object::toString).orElse(null);
      if (format == null || !key.startsWith(LAKE_PREFIX + format + ".")) {
        throw new InvalidConfigException(
            format == null
                ? "'" + key + "' needs 'datalake.format' to be set."
                : "'" + key + "' does not belong to the lake format '" + format + "'.");
      }
    }
  }

  private Configuration merged(Map<String, String> settings) {
    Configuration merged = new Configuration(initial);
    settings.forEach(
        (key, value) -> {
          if (value != null) {
            merged.setString(key, value);
          }
        });
    return merged;
  }

  private void apply(Map<String, String> settings) {
    Configuration before = effective;
    Configuration next = merged(settings);
    if (Objects.equals(before.toMap(), next.toMap())) {
      dynamic = new LinkedHashMap<>(settings);
      return;
    }
    for (ServerReconfigurable component : components) {
      validate(component, next);
    }
    List<ServerReconfigurable> done = new ArrayList<>();
    try {
      for (ServerReconfigurable component : components) {
        done.add(component);
        component.reconfigure(next);
      }
    } catch (ConfigException e) {
      done.forEach(component -> restore(component, before));
      throw new InvalidConfigException(e.getMessage());
    }
    effective = next;
    dynamic = new LinkedHashMap<>(settings);
  }

  private static void validate(ServerReconfigurable component, Configuration next) {
    try {
      component.validate(next);
    } catch (ConfigException e) {
      throw new InvalidConfigException(e.getMessage());
    }
  }

  private static void restore(ServerReconfigurable component, Configuration before) {
    try {
      component.reconfigure(before);
    } catch (ConfigException e) {
      LOG.error("{} does not take back its configuration", component, e);
    }
  }
}
