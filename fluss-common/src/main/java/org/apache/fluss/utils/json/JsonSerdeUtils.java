// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/** JSON as UTF-8 bytes, without white space. */
@Internal
public class JsonSerdeUtils {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonSerdeUtils() {}

  public static <T> byte[] writeValueAsBytes(T value, JsonSerializer<T> serializer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
      serializer.serialize(value, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * @throws UncheckedIOException if the bytes are not JSON
   * @throws IllegalArgumentException if the JSON is not that of such a value
   */
  public static <T> T readValue(byte[] json, JsonDeserializer<T> deserializer) {
    try {
      return deserializer.deserialize(MAPPER.readTree(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
