// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * Fields of JSON objects. A field that is null counts as missing; a missing or malformed one gives
 * an {@link IllegalArgumentException} that names it.
 */
public final class JsonFields {
  private JsonFields() {}

  public static boolean has(JsonNode object, String field) {
    return object.hasNonNull(field);
  }

  public static JsonNode required(JsonNode object, String field) {
    if (!object.hasNonNull(field)) {
      throw new IllegalArgumentException(
          "The field '" + field + "' is missing in the JSON " + excerpt(object));
    }
    return object.get(field);
  }

  public static String requiredText(JsonNode object, String field) {
    return text(required(object, field));
  }

  /** The text of the field, null if it is missing. */
  public static String optionalText(JsonNode object, String field) {
    return has(object, field) ? text(object.get(field)) : null;
  }

  public static int requiredInt(JsonNode object, String field) {
    JsonNode node = required(object, field);
    return requireType(node.canConvertToInt() && node.isIntegralNumber(), node, "an int")
        .intValue();
  }

  public static long requiredLong(JsonNode object, String field) {
    JsonNode node = required(object, field);
    return requireType(node.canConvertToLong() && node.isIntegralNumber(), node, "a long")
        .longValue();
  }

  /** The elements of an array. */
  public static JsonNode requiredArray(JsonNode object, String field) {
    JsonNode node = required(object, field);
    return requireType(node.isArray(), node, "an array");
  }

  /** An array of texts. */
  public static List<String> requiredTexts(JsonNode object, String field) {
    List<String> texts = new ArrayList<>();
    requiredArray(object, field).forEach(element -> texts.add(text(element)));
    return texts;
  }

  /** An object of texts, in the order of the JSON. */
  public static Map<String, String> requiredTextMap(JsonNode object, String field) {
    JsonNode node = required(object, field);
    Map<String, String> map = new LinkedHashMap<>();
    requireType(node.isObject(), node, "an object")
        .properties()
        .forEach(entry -> map.put(entry.getKey(), text(entry.getValue())));
    return map;
  }

  public static void writeTexts(JsonGenerator out, String field, List<String> texts)
      throws IOException {
    out.writeArrayFieldStart(field);
    for (String text : texts) {
      out.writeString(text);
    }
    out.writeEndArray();
  }

  /** Writes an object of texts, sorted by key. */
  public static void writeTextMap(JsonGenerator out, String field, Map<String, String> map)
      throws IOException {
    out.writeObjectFieldStart(field);
    for (Map.Entry<String, String> entry : new TreeMap<>(map).entrySet()) {
      out.writeStringField(entry.getKey(), entry.getValue());
    }
    out.writeEndObject();
  }

  private static String text(JsonNode node) {
    return requireType(node.isValueNode() && !node.isNull(), node, "a text").asText();
  }

  private static JsonNode requireType(boolean ok, JsonNode node, String what) {
    if (!ok) {
      throw new IllegalArgumentException("Not " + what + ": the JSON " + excerpt(node));
    }
    return node;
  }

  private static String excerpt(JsonNode node) {
    String text = node.toString();
    return text.length() <= 200 ? text : text.substring(0, 200) + "...";
  }
}
