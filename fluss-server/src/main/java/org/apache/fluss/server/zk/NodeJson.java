// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The shape all JSON nodes share: a compact object led by its version. Readers ignore members they
 * do not know and accept later versions, because those only added members.
 */
final class NodeJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String kind;
  private final JsonNode root;

  private NodeJson(String kind, JsonNode root) {
    this.kind = kind;
    this.root = root;
  }

  /** Writes the members after the version. */
  interface Body {
    void writeTo(JsonGenerator out) throws IOException;
  }

  static byte[] write(int version, Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator out = MAPPER.getFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeNumberField("version", version);
      body.writeTo(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static NodeJson read(String kind, byte[] data) {
    JsonNode root;
    try {
      root = MAPPER.readTree(data);
    } catch (IOException e) {
      throw MetadataStoreException.corrupt(kind, "not JSON", e);
    }
    if (root == null || !root.isObject()) {
      throw MetadataStoreException.corrupt(kind, "not a JSON object", null);
    }
    NodeJson json = new NodeJson(kind, root);
    if (json.version() < 1) {
      throw json.corrupt("version " + json.version());
    }
    return json;
  }

  int version() {
    return intValue("version");
  }

  MetadataStoreException corrupt(String why) {
    return MetadataStoreException.corrupt(kind, why, null);
  }

  boolean has(String name) {
    return root.hasNonNull(name);
  }

  int intValue(String name) {
    JsonNode value = required(name);
    if (!value.canConvertToInt() || !value.isIntegralNumber()) {
      throw corrupt(name + " is not an int: " + value);
    }
    return value.intValue();
  }

  long longValue(String name) {
    JsonNode value = required(name);
    if (!value.canConvertToLong() || !value.isIntegralNumber()) {
      throw corrupt(name + " is not a long: " + value);
    }
    return value.longValue();
  }

  String text(String name) {
    JsonNode value = required(name);
    if (!value.isTextual()) {
      throw corrupt(name + " is not a string: " + value);
    }
    return value.textValue();
  }

  /** Null when absent. */
  String optionalText(String name) {
    return has(name) ? text(name) : null;
  }

  /** Null when absent. */
  Long optionalLong(String name) {
    return has(name) ? Long.valueOf(longValue(name)) : null;
  }

  List<Integer> ints(String name) {
    return ints(required(name), name);
  }

  /** Empty when absent. */
  List<String> texts(String name) {
    List<String> out = new ArrayList<>();
    if (has(name)) {
      for (JsonNode item : array(name)) {
        if (!item.isTextual()) {
          throw corrupt(name + " holds " + item);
        }
        out.add(item.textValue());
      }
    }
    return out;
  }

  /** The elements of an array of objects. */
  List<NodeJson> objects(String name) {
    List<NodeJson> out = new ArrayList<>();
    for (JsonNode item : array(name)) {
      if (!item.isObject()) {
        throw corrupt(name + " holds " + item);
      }
      out.add(new NodeJson(kind, item));
    }
    return out;
  }

  /** String members of an object; values may be null. */
  Map<String, String> textMap(String name) {
    Map<String, String> out = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : object(name)) {
      JsonNode value = entry.getValue();
      if (!value.isTextual() && !value.isNull()) {
        throw corrupt(name + "." + entry.getKey() + " is not a string: " + value);
      }
      out.put(entry.getKey(), value.textValue());
    }
    return out;
  }

  /** An object with decimal int keys and int values. */
  Map<Integer, Integer> intMap(String name) {
    Map<Integer, Integer> out = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : object(name)) {
      out.put(key(name, entry.getKey()), number(name, entry.getValue()));
    }
    return out;
  }

  /** An object with decimal int keys and int array values. */
  Map<Integer, List<Integer>> intListMap(String name) {
    Map<Integer, List<Integer>> out = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : object(name)) {
      out.put(key(name, entry.getKey()), ints(entry.getValue(), name));
    }
    return out;
  }

  private List<Integer> ints(JsonNode array, String name) {
    if (!array.isArray()) {
      throw corrupt(name + " is not an array: " + array);
    }
    List<Integer> out = new ArrayList<>(array.size());
    for (JsonNode item : array) {
      out.add(number(name, item));
    }
    return out;
  }

  private JsonNode required(String name) {
    JsonNode value = root.get(name);
    if (value == null || value.isNull()) {
      throw corrupt(name + " is missing");
    }
    return value;
  }

  private JsonNode array(String name) {
    JsonNode value = required(name);
    if (!value.isArray()) {
      throw corrupt(name + " is not an array: " + value);
    }
    return value;
  }

  private Iterable<Map.Entry<String, JsonNode>> object(String name) {
    JsonNode value = required(name);
    if (!value.isObject()) {
      throw corrupt(name + " is not an object: " + value);
    }
    return value.properties();
  }

  private int key(String name, String key) {
    try {
      return Integer.parseInt(key);
    } catch (NumberFormatException e) {
      throw MetadataStoreException.corrupt(kind, name + " has the key " + key, e);
    }
  }

  private int number(String name, JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw corrupt(name + " holds " + value);
    }
    return value.intValue();
  }

  static void writeInts(JsonGenerator out, String name, Iterable<Integer> values)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (int value : values) {
      out.writeNumber(value);
    }
    out.writeEndArray();
  }

  static void writeTexts(JsonGenerator out, String name, Iterable<String> values)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  static void writeTextMap(JsonGenerator out, String name, Map<String, String> values)
      throws IOException {
    out.writeObjectFieldStart(name);
    for (Map.Entry<String, String> entry : values.entrySet()) {
      out.writeStringField(entry.getKey(), entry.getValue());
    }
    out.writeEndObject();
  }

  static void writeIntListMap(JsonGenerator out, String name, Map<Integer, List<Integer>> values)
      throws IOException {
    out.writeObjectFieldStart(name);
    for (Map.Entry<Integer, List<Integer>> entry : values.entrySet()) {
      writeInts(out, entry.getKey().toString(), entry.getValue());
    }
    out.writeEndObject();
  }
}
