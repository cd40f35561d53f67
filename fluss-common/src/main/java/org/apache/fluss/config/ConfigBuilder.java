// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/**
 * Makes options: {@code ConfigBuilder.key("a.b").intType().defaultValue(3).withDescription("...")}.
 */
@PublicStable
public class ConfigBuilder {
  private final String key;

  private ConfigBuilder(String key) {
    this.key = key;
  }

  /** Starts an option; {@code key} is never null. */
  public static ConfigBuilder key(String key) {
    return new ConfigBuilder(Objects.requireNonNull(key));
  }

  /** {@code true} or {@code false}. */
  public TypedConfigOptionBuilder<Boolean> booleanType() {
    return typed(Boolean.class);
  }

  /** A decimal 32 bit integer. */
  public TypedConfigOptionBuilder<Integer> intType() {
    return typed(Integer.class);
  }

  /** A decimal 64 bit integer. */
  public TypedConfigOptionBuilder<Long> longType() {
    return typed(Long.class);
  }

  /** A 32 bit floating point number. */
  public TypedConfigOptionBuilder<Float> floatType() {
    return typed(Float.class);
  }

  /** A 64 bit floating point number. */
  public TypedConfigOptionBuilder<Double> doubleType() {
    return typed(Double.class);
  }

  /** Any text. */
  public TypedConfigOptionBuilder<String> stringType() {
    return typed(String.class);
  }

  /** A time with a unit, such as {@code 10 s}. */
  public TypedConfigOptionBuilder<Duration> durationType() {
    return typed(Duration.class);
  }

  /** A size with a unit, such as {@code 64 mb}. */
  public TypedConfigOptionBuilder<MemorySize> memoryType() {
    return typed(MemorySize.class);
  }

  /** A text that is never shown. */
  public TypedConfigOptionBuilder<Password> passwordType() {
    return typed(Password.class);
  }

  /** A constant of {@code enumClass}, in any case. */
  public <T extends Enum<T>> TypedConfigOptionBuilder<T> enumType(Class<T> enumClass) {
    return typed(enumClass);
  }

  /** A map of texts, such as {@code a:1,b:2}. */
  @SuppressWarnings("unchecked")
  public TypedConfigOptionBuilder<Map<String, String>> mapType() {
    return typed((Class<Map<String, String>>) (Class<?>) Map.class);
  }

  private <T> TypedConfigOptionBuilder<T> typed(Class<T> clazz) {
    return new TypedConfigOptionBuilder<>(key, clazz);
  }

  private static <T> ConfigOption<T> option(
      String key, Class<?> clazz, boolean list, T defaultValue) {
    return new ConfigOption<>(
        key, clazz, list, defaultValue, "", Collections.emptyList(), Collections.emptyMap());
  }

  /** An option whose type is known. */
  @PublicStable
  public static class TypedConfigOptionBuilder<T> {
    private final String key;
    private final Class<T> clazz;

    TypedConfigOptionBuilder(String key, Class<T> clazz) {
      this.key = key;
      this.clazz = clazz;
    }

    /** Makes it a comma separated list. */
    public ListConfigOptionBuilder<T> asList() {
      return new ListConfigOptionBuilder<>(key, clazz);
    }

    /** The option with a default. */
    public ConfigOption<T> defaultValue(T value) {
      return option(key, clazz, false, value);
    }

    /** The option without a default. */
    public ConfigOption<T> noDefaultValue() {
      return option(key, clazz, false, null);
    }
  }

  /** A list option. */
  @PublicStable
  public static class ListConfigOptionBuilder<E> {
    private final String key;
    private final Class<E> clazz;

    ListConfigOptionBuilder(String key, Class<E> clazz) {
      this.key = key;
      this.clazz = clazz;
    }

    /** The option with a default list, possibly empty. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final ConfigOption<List<E>> defaultValues(E... values) {
      return option(key, clazz, true, Collections.unmodifiableList(Arrays.asList(values)));
    }

    /** The option without a default. */
    public ConfigOption<List<E>> noDefaultValue() {
      return option(key, clazz, true, null);
    }
  }
}
