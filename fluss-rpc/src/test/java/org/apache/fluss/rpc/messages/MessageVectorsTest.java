// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every recorded frame: our encoding of its fields equals the bytes, and the bytes are read. */
class MessageVectorsTest {
  @ParameterizedTest
  @CsvSource({
    "rpc-admin.json, 56, 0",
    "rpc-admin2.json, 14, 0",
    "rpc-data.json, 105, 0",
    "rpc-remote-log.json, 2, 0",
    "rpc-errors.json, 94, 3",
    "rpc-internal.json, 42, 0",
    "rpc-sasl.json, 50, 0"
  })
  void frames(String file, int expectedFrames, int expectedMalformed) throws Exception {
    int frames = 0;
    int malformed = 0;
    for (JsonNode step : Vectors.load(file).get("steps")) {
      for (JsonNode frame : step.get("frames")) {
        byte[] payload = payload(frame);
        if (frame.has("decoded")) {
          check(step.get("step").asText(), frame, payload);
          frames++;
        } else if (frame.has("parse_error")) {
          ApiMessage request = ApiKeys.forId(frame.get("api_key").asInt()).newRequest();
          assertThatThrownBy(
                  () -> request.parseFrom(Unpooled.wrappedBuffer(payload), payload.length))
              .isInstanceOf(CorruptMessageException.class);
          malformed++;
        }
      }
    }
    assertThat(frames).isEqualTo(expectedFrames);
    assertThat(malformed).isEqualTo(expectedMalformed);
  }

  private static void check(String step, JsonNode frame, byte[] payload) throws Exception {
    String name = frame.get("message").asText();
    if (frame.has("api_key") && frame.get("dir").asText().equals("request")) {
      ApiKeys api = ApiKeys.forId(frame.get("api_key").asInt());
      assertThat(api.name()).isEqualTo(frame.get("api").asText());
      assertThat(api.newRequest().getClass().getSimpleName()).isEqualTo(name);
    }
    ApiMessage built = newMessage(name);
    fill(built, frame.get("decoded"));
    assertThat(Vectors.hex(built.toByteArray())).as(step).isEqualTo(Vectors.hex(payload));
    assertThat(built.totalSize()).isEqualTo(payload.length);

    ApiMessage read = newMessage(name);
    read.parseFrom(Unpooled.wrappedBuffer(payload), payload.length);
    assertThat(read).as(step).isEqualTo(built);
    assertThat(Vectors.hex(read.toByteArray())).as(step).isEqualTo(Vectors.hex(payload));
  }

  private static byte[] payload(JsonNode frame) {
    byte[] bytes = Vectors.bytes(frame.get("frame_hex").asText());
    int header = 12;
    if (frame.get("dir").asText().equals("response")) {
      header = frame.get("response_type").asInt() == 2 ? 5 : 9;
    }
    return Arrays.copyOfRange(bytes, Math.min(header, bytes.length), bytes.length);
  }

  private static ApiMessage newMessage(String name) throws Exception {
    return (ApiMessage)
        Class.forName(MessageVectorsTest.class.getPackageName() + "." + name)
            .getConstructor()
            .newInstance();
  }

  private static void fill(ApiMessage message, JsonNode decoded) throws Exception {
    for (Map.Entry<String, JsonNode> field : decoded.properties()) {
      String accessor = accessor(message, field.getKey());
      JsonNode value = field.getValue();
      if (value.isArray()) {
        for (JsonNode element : value) {
          set(message, "add" + accessor, element);
        }
      } else {
        set(message, "set" + accessor, value);
      }
    }
  }

  /** The vectors write some names of lists in the singular and some camel case names with _. */
  private static String accessor(ApiMessage message, String name) throws Exception {
    Field names = message.getClass().getDeclaredField("FIELDS");
    names.setAccessible(true);
    String wanted = plain(name);
    return Stream.of((String[]) names.get(null))
        .map(MessageVectorsTest::plain)
        .filter(f -> f.equals(wanted) || f.equals(wanted + "s"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(message.getClass() + " has no field " + name));
  }

  private static String plain(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  private static void set(ApiMessage message, String accessor, JsonNode value) throws Exception {
    for (Method method : message.getClass().getMethods()) {
      if (!method.getName().equalsIgnoreCase(accessor) || method.isBridge()) {
        continue;
      }
      if (value.isObject() && method.getParameterCount() == 0) {
        fill((ApiMessage) method.invoke(message), value);
        return;
      }
      if (method.getParameterCount() != 1) {
        continue;
      }
      Class<?> type = method.getParameterTypes()[0];
      if (type == int.class) {
        method.invoke(message, value.intValue());
      } else if (type == long.class) {
        method.invoke(message, value.longValue());
      } else if (type == boolean.class) {
        method.invoke(message, value.booleanValue());
      } else if (type == String.class) {
        method.invoke(message, value.textValue());
      } else if (type == byte[].class) {
        method.invoke(message, Vectors.bytes(value.textValue().substring("hex:".length())));
      } else {
        continue;
      }
      return;
    }
    throw new AssertionError("no accessor " + accessor + " in " + message.getClass());
  }
}
