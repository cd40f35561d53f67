// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.annotation.PublicStable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings by key. Values set as text stay text until an option reads them; typed setters store the
 * typed value. Keys and values are never null. Thread-safe.
 *
 * <p>Reading an option looks under its key, then under its fallback keys in order. A value that
 * does not convert to the type of the option is an {@link IllegalArgumentException} naming key and
 * text.
 */
@PublicStable
public class Configuration implements Serializable, ReadableConfig {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(Configuration.class);

  /** Fallback keys already reported; as many as options declare. */
  private static final Set<String> REPORTED_KEYS = ConcurrentHashMap.newKeySet();

  /** The values, guarded by the map itself. */
  protected final HashMap<String, Object> confData;

  /** No settings. */
  public Configuration() {
    confData = new HashMap<>();
  }

  /** A copy. */
  public Configuration(Configuration other) {
    synchronized (other.confData) {
      confData = new HashMap<>(other.confData);
    }
  }

  /** Settings of texts. */
  public static Configuration fromMap(Map<String, String> map) {
    Configuration configuration = new Configuration();
    map.forEach(configuration::setString);
    return configuration;
  }

  @Override
  public <T> T get(ConfigOption<T> option) {
    return getOptional(option).orElseGet(option::defaultValue);
  }

  @Override
  public <T> Optional<T> getOptional(ConfigOption<T> option) {
    return find(option).map(raw -> convert(raw, option));
  }

  /** Stores a typed value. */
  public <T> Configuration set(ConfigOption<T> option, T value) {
    put(option.key(), value);
    return this;
  }

  /** Whether a value is set under the key of the option or a fallback key. */
  public boolean contains(ConfigOption<?> option) {
    return find(option).isPresent();
  }

  /** Whether a value is set under exactly this key. */
  public boolean containsKey(String key) {
    synchronized (confData) {
      return confData.containsKey(key);
    }
  }

  /** Removes the value under the key of the option and its fallback keys; whether there was one. */
  public <T> boolean removeConfig(ConfigOption<T> option) {
    synchronized (confData) {
      boolean removed = confData.remove(option.key()) != null;
      for (FallbackKey fallback : option.fallbackKeys()) {
        removed |= confData.remove(fallback.getKey()) != null;
      }
      return removed;
    }
  }

  /** Removes the value under exactly this key; whether there was one. */
  public boolean removeKey(String key) {
    synchronized (confData) {
      return confData.remove(key) != null;
    }
  }

  /** The value as stored under exactly this key. */
  public Optional<Object> getRawValue(String key) {
    synchronized (confData) {
      return Optional.ofNullable(confData.get(Objects.requireNonNull(key)));
    }
  }

  /** The keys, a copy. */
  public Set<String> keySet() {
    synchronized (confData) {
      return new HashSet<>(confData.keySet());
    }
  }

  /** Takes over all settings of {@code other}; they win. */
  public void addAll(Configuration other) {
    Configuration copy = new Configuration(other);
    synchronized (confData) {
      confData.putAll(copy.confData);
    }
  }

  /** Puts all settings into {@code properties}, as text. */
  public void addAllToProperties(Properties properties) {
    properties.putAll(toMap());
  }

  /** All settings as text, from which {@link #fromMap} reads equal ones. Secrets are in clear. */
  public Map<String, String> toMap() {
    synchronized (confData) {
      Map<String, String> map = new HashMap<>();
      confData.forEach((key, value) -> map.put(key, ConfigurationUtils.toText(value)));
      return map;
    }
  }

  /** The settings whose keys start with {@code prefix}, with the prefix taken off. */
  @Internal
  public Configuration withoutPrefix(String prefix) {
    Configuration stripped = new Configuration();
    synchronized (confData) {
      confData.forEach(
          (key, value) -> {
            if (key.length() > prefix.length() && key.startsWith(prefix)) {
              stripped.put(key.substring(prefix.length()), value);
            }
          });
    }
    return stripped;
  }

  /** The class whose name is stored under {@code key}, else the default. */
  @SuppressWarnings("unchecked")
  public <T> Class<T> getClass(String key, Class<? extends T> defaultValue, ClassLoader classLoader)
      throws ClassNotFoundException {
    Optional<Object> name = getRawValue(key);
    return name.isPresent()
        ? (Class<T>) Class.forName(name.get().toString(), true, classLoader)
        : (Class<T>) defaultValue;
  }

  /** Stores the name of a class. */
  public void setClass(String key, Class<?> clazz) {
    put(key, clazz.getName());
  }

  /** The value, its default, or null. */
  public String getString(ConfigOption<String> option) {
    return get(option);
  }

  /** The value, or {@code overrideDefault}. */
  public String getString(ConfigOption<String> option, String overrideDefault) {
    return getOptional(option).orElse(overrideDefault);
  }

  /** Stores a text. */
  public void setString(String key, String value) {
    put(key, value);
  }

  /** Stores a text. */
  public void setString(ConfigOption<String> option, String value) {
    put(option.key(), value);
  }

  /** The value or its default. */
  public int getInt(ConfigOption<Integer> option) {
    return get(option);
  }

  /** The value, or {@code overrideDefault}. */
  public int getInt(ConfigOption<Integer> option, int overrideDefault) {
    return getOptional(option).orElse(overrideDefault);
  }

  /** Stores a number. */
  public void setInt(String key, int value) {
    put(key, value);
  }

  /** Stores a number. */
  public void setInt(ConfigOption<Integer> option, int value) {
    put(option.key(), value);
  }

  /** The value or its default. */
  public long getLong(ConfigOption<Long> option) {
    return get(option);
  }

  /** The value, or {@code overrideDefault}. */
  public long getLong(ConfigOption<Long> option, long overrideDefault) {
    return getOptional(option).orElse(overrideDefault);
  }

  /** Stores a number. */
  public void setLong(String key, long value) {
    put(key, value);
  }

  /** Stores a number. */
  public void setLong(ConfigOption<Long> option, long value) {
    put(option.key(), value);
  }

  /** The value or its default. */
  public boolean getBoolean(ConfigOption<Boolean> option) {
    return get(option);
  }

  /** The value, or {@code overrideDefault}. */
  public boolean getBoolean(ConfigOption<Boolean> option, boolean overrideDefault) {
    return getOptional(option).orElse(overrideDefault);
  }

  /** Stores a switch. */
  public void setBoolean(String key, boolean value) {
    put(key, value);
  }

  /** Stores a switch. */
  public void setBoolean(ConfigOption<Boolean> option, boolean value) {
    put(option.key(), value);
  }

  /** The value or its default. */
  public float getFloat(ConfigOption<Float> option) {
    return get(option);
  }

  /** The value, or {@code overrideDefault}. */
  public float getFloat(ConfigOption<Float> option, float overrideDefault) {
    return getOptional(option).orElse(overrideDefault);
  }

  /** Stores a number. */
  public void setFloat(String key, float value) {
    put(key, value);
  }

  /** Stores a number. */
  public void setFloat(ConfigOption<Float> option, float value) {
    put(option.key(), value);
  }

  /** The value or its default. */
  public double getDouble(ConfigOption<Double> option) {
    return get(option);
  }

  /** The value, or {@code overrideDefault}. */
  public double getDouble(ConfigOption<Double> option, double overrideDefault) {
    return getOptional(option).orElse(overrideDefault);
  }

  /** Stores a number. */
  public void setDouble(String key, double value) {
    put(key, value);
  }

  /** Stores a number. */
  public void setDouble(ConfigOption<Double> option, double value) {
    put(option.key(), value);
  }

  /** The bytes stored under {@code key}, else the default. */
  public byte[] getBytes(String key, byte[] defaultValue) {
    Object raw = getRawValue(key).orElse(null);
    if (raw == null) {
      return defaultValue;
    }
    if (!(raw instanceof byte[])) {
      throw new IllegalArgumentException("The value of '" + key + "' is not an array of bytes.");
    }
    return (byte[]) raw;
  }

  /** Stores bytes. */
  public void setBytes(String key, byte[] bytes) {
    put(key, bytes);
  }

  /** The value, its default, or null. */
  public Map<String, String> getMap(ConfigOption<Map<String, String>> option) {
    return get(option);
  }

  /** The value of a text option as a constant of {@code enumClass}, in any case; null if none. */
  public <T extends Enum<T>> T getEnum(Class<T> enumClass, ConfigOption<String> option) {
    String text = getString(option);
    if (text == null) {
      return null;
    }
    try {
      return ConfigurationUtils.convertValue(text, enumClass);
    } catch (RuntimeException e) {
      throw unparsable(text, option, e);
    }
  }

  /** The value as stored, or the default, as a string; null if none. */
  public String getValue(ConfigOption<?> option) {
    Object value = find(option).orElse(option.defaultValue());
    return value == null ? null : value.toString();
  }

  private void put(String key, Object value) {
    Objects.requireNonNull(key, "The key of a setting must not be null.");
    if (value == null) {
      throw new NullPointerException("The value of setting '" + key + "' must not be null.");
    }
    synchronized (confData) {
      confData.put(key, value);
    }
  }

  private Optional<Object> find(ConfigOption<?> option) {
    Optional<Object> value = getRawValue(option.key());
    if (value.isPresent()) {
      return value;
    }
    for (FallbackKey fallback : option.fallbackKeys()) {
      value = getRawValue(fallback.getKey());
      if (value.isPresent()) {
        report(fallback, option);
        return value;
      }
    }
    return Optional.empty();
  }

  private static void report(FallbackKey fallback, ConfigOption<?> option) {
    if (!REPORTED_KEYS.add(fallback.getKey())) {
      return;
    }
    String message = "Setting '{}' is read from its other key '{}'. Write '{}' instead.";
    if (fallback.isDeprecated()) {
      LOG.warn(message, option.key(), fallback.getKey(), option.key());
    } else {
      LOG.info(message, option.key(), fallback.getKey(), option.key());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T convert(Object raw, ConfigOption<T> option) {
    if (raw instanceof String) {
      T special = option.specialTexts().get(((String) raw).trim());
      if (special != null) {
        return special;
      }
    }
    try {
      return option.isList()
          ? (T) ConfigurationUtils.convertToList(raw, option.getClazz())
          : ConfigurationUtils.convertValue(raw, option.getClazz());
    } catch (RuntimeException e) {
      throw unparsable(raw, option, e);
    }
  }

  private static IllegalArgumentException unparsable(
      Object raw, ConfigOption<?> option, RuntimeException cause) {
    if (option.getClazz() == Password.class || Secrets.isSecret(option.key())) {
      return new IllegalArgumentException(
          "Could not read the value of '" + option.key() + "' (not shown, it is a secret).");
    }
    return new IllegalArgumentException(
        String.format(
            "Could not read value '%s' of '%s': %s", raw, option.key(), cause.getMessage()),
        cause);
  }

  /** Equal if both hold the same keys with the same values. */
  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (!(o instanceof Configuration)) {
      return false;
    }
    Map<String, Object> mine = new Configuration(this).confData;
    Map<String, Object> theirs = new Configuration((Configuration) o).confData;
    return mine.keySet().equals(theirs.keySet())
        && mine.entrySet().stream()
            .allMatch(e -> Objects.deepEquals(e.getValue(), theirs.get(e.getKey())));
  }

  @Override
  public int hashCode() {
    return keySet().stream().mapToInt(String::hashCode).reduce(0, (a, b) -> a ^ b);
  }

  /** All settings sorted by key, secrets masked. */
  @Override
  public String toString() {
    Map<String, String> shown = new TreeMap<>();
    synchronized (confData) {
      confData.forEach(
          (key, value) ->
              shown.put(
                  key,
                  value instanceof byte[]
                      ? Arrays.toString((byte[]) value)
                      : Secrets.mask(key, value)));
    }
    return shown.toString();
  }
}
