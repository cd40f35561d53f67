// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/**
 * A named, typed setting: where its value is looked for and what holds if there is none. Immutable;
 * every {@code with} method returns a new option. Options are made by {@link ConfigBuilder}.
 */
@PublicStable
public class ConfigOption<T> {
  private final String key;
  private final Class<?> clazz;
  private final boolean list;
  private final T defaultValue;
  private final String description;
  private final List<FallbackKey> fallbackKeys;
  private final Map<String, T> specialTexts;

  ConfigOption(
      String key,
      Class<?> clazz,
      boolean list,
      T defaultValue,
      String description,
      List<FallbackKey> fallbackKeys,
      Map<String, T> specialTexts) {
    this.key = Objects.requireNonNull(key);
    this.clazz = Objects.requireNonNull(clazz);
    this.list = list;
    this.defaultValue = defaultValue;
    this.description = description;
    this.fallbackKeys = fallbackKeys;
    this.specialTexts = specialTexts;
  }

  /** The key under which the value is looked for first. */
  public String key() {
    return key;
  }

  /** The type of the value, or of one element if {@link #isList()}. */
  public Class<?> getClazz() {
    return clazz;
  }

  /** Whether the value is a list. */
  public boolean isList() {
    return list;
  }

  /** Whether there is a default. */
  public boolean hasDefaultValue() {
    return defaultValue != null;
  }

  /** The default, or null. */
  public T defaultValue() {
    return defaultValue;
  }

  /** What the option does; may be empty. */
  public String description() {
    return description;
  }

  /** Whether other keys are looked at too. */
  public boolean hasFallbackKeys() {
    return !fallbackKeys.isEmpty();
  }

  /** The other keys, in the order they are looked at. */
  public Iterable<FallbackKey> fallbackKeys() {
    return fallbackKeys;
  }

  /** This option with {@code keys} looked at before the other fallback keys. */
  public ConfigOption<T> withFallbackKeys(String... keys) {
    List<FallbackKey> all = toFallbackKeys(keys, false);
    all.addAll(fallbackKeys);
    return with(description, all, specialTexts);
  }

  /** This option with {@code keys}, now deprecated, looked at after the other fallback keys. */
  public ConfigOption<T> withDeprecatedKeys(String... keys) {
    List<FallbackKey> all = new ArrayList<>(fallbackKeys);
    all.addAll(toFallbackKeys(keys, true));
    return with(description, all, specialTexts);
  }

  /** This option with a description. */
  public ConfigOption<T> withDescription(String description) {
    return with(Objects.requireNonNull(description), fallbackKeys, specialTexts);
  }

  /**
   * This option with texts that stand for a value its type cannot express, such as "-1" for ever.
   */
  ConfigOption<T> withSpecialTexts(Map<String, T> texts) {
    return with(description, fallbackKeys, texts);
  }

  Map<String, T> specialTexts() {
    return specialTexts;
  }

  private ConfigOption<T> with(
      String newDescription, List<FallbackKey> newFallbackKeys, Map<String, T> newSpecialTexts) {
    return new ConfigOption<>(
        key,
        clazz,
        list,
        defaultValue,
        newDescription,
        Collections.unmodifiableList(newFallbackKeys),
        newSpecialTexts);
  }

  private static List<FallbackKey> toFallbackKeys(String[] keys, boolean deprecated) {
    List<FallbackKey> result = new ArrayList<>();
    Arrays.stream(keys).map(k -> new FallbackKey(k, deprecated)).forEach(result::add);
    return result;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof ConfigOption)) {
      return false;
    }
    ConfigOption<?> that = (ConfigOption<?>) o;
    return key.equals(that.key)
        && fallbackKeys.equals(that.fallbackKeys)
        && Objects.equals(defaultValue, that.defaultValue);
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, fallbackKeys, defaultValue);
  }

  @Override
  public String toString() {
    return "Key: '"
        + key
        + "' , default: "
        + defaultValue
        + " (fallback keys: "
        + fallbackKeys
        + ")";
  }
}
