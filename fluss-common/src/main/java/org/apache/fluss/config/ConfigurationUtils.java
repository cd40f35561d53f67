// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** Converts the values of configuration between their types and text. */
public class ConfigurationUtils {
  private ConfigurationUtils() {}

  /** The string entries of {@code properties} as a configuration. */
  public static Configuration createConfiguration(Properties properties) {
    Configuration configuration = new Configuration();
    for (String name : properties.stringPropertyNames()) {
      configuration.setString(name, properties.getProperty(name));
    }
    return configuration;
  }

  /**
   * Converts a stored value, text or already typed, to {@code clazz}. Throws {@link
   * IllegalArgumentException} if the text does not parse or the type is none a setting can have.
   */
  @SuppressWarnings("unchecked")
  public static <T> T convertValue(Object rawValue, Class<?> clazz) {
    return (T) convert(rawValue, clazz);
  }

  private static Object convert(Object raw, Class<?> clazz) {
    if (clazz.isInstance(raw)) {
      return raw;
    }
    if (clazz == String.class) {
      return toText(raw);
    }
    String text = raw.toString();
    if (clazz == Boolean.class) {
      return toBoolean(text);
    } else if (clazz == Integer.class) {
      return Integer.valueOf(text);
    } else if (clazz == Long.class) {
      return Long.valueOf(text);
    } else if (clazz == Float.class) {
      return Float.valueOf(text);
    } else if (clazz == Double.class) {
      return Double.valueOf(text);
    } else if (clazz == Duration.class) {
      return Durations.parse(text);
    } else if (clazz == MemorySize.class) {
      return MemorySize.parse(text);
    } else if (clazz == Password.class) {
      return new Password(text);
    } else if (clazz == Map.class) {
      return toTextMap(text);
    } else if (clazz.isEnum()) {
      return toEnum(text, clazz);
    }
    throw new IllegalArgumentException("A setting cannot have the type " + clazz.getName());
  }

  static List<Object> convertToList(Object raw, Class<?> elementClass) {
    if (raw instanceof List) {
      return new ArrayList<>((List<?>) raw);
    }
    return QuotedText.split(raw.toString(), ',').stream()
        .map(element -> convert(element, elementClass))
        .collect(Collectors.toList());
  }

  /** The text from which {@link #convertValue} reads an equal value; passwords in clear. */
  static String toText(Object value) {
    if (value instanceof Duration) {
      return Durations.format((Duration) value);
    } else if (value instanceof Password) {
      return ((Password) value).value();
    } else if (value instanceof List) {
      return ((List<?>) value)
          .stream().map(e -> QuotedText.quote(toText(e), ',')).collect(Collectors.joining(","));
    } else if (value instanceof Map) {
      return ((Map<?, ?>) value)
          .entrySet().stream()
              .map(e -> mapPart(e.getKey()) + ":" + mapPart(e.getValue()))
              .map(item -> QuotedText.quote(item, ','))
              .collect(Collectors.joining(","));
    }
    return value.toString();
  }

  private static String mapPart(Object part) {
    return QuotedText.quote(toText(part), ':');
  }

  private static Boolean toBoolean(String text) {
    if (text.equalsIgnoreCase("true")) {
      return Boolean.TRUE;
    } else if (text.equalsIgnoreCase("false")) {
      return Boolean.FALSE;
    }
    throw new IllegalArgumentException("Expected true or false, but got '" + text + "'");
  }

  private static Object toEnum(String text, Class<?> clazz) {
    return Arrays.stream(clazz.getEnumConstants())
        .filter(constant -> constant.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Expected one of "
                        + Arrays.toString(clazz.getEnumConstants())
                        + ", but got '"
                        + text
                        + "'"));
  }

  private static Map<String, String> toTextMap(String text) {
    Map<String, String> map = new HashMap<>();
    for (String item : QuotedText.split(text, ',')) {
      List<String> parts = QuotedText.split(item, ':');
      if (parts.size() != 2) {
        throw new IllegalArgumentException("Expected key:value, but got '" + item + "'");
      }
      if (map.putIfAbsent(parts.get(0), parts.get(1)) != null) {
        throw new IllegalStateException("The key '" + parts.get(0) + "' is given twice");
      }
    }
    return map;
  }
}
