// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.testsupport;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/** The golden data recorded from the released 0.9.1 jars, as JSON trees; bytes in it are hex. */
public final class Vectors {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Vectors() {}

  /**
   * Reads one vector file.
   *
   * @param name file name such as {@code formats-rows.json}
   */
  public static JsonNode load(String name) {
    try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + name)) {
      if (in == null) {
        throw new FileNotFoundException("No golden vectors named " + name);
      }
      return MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Decodes lower or upper case hex without separators. */
  public static byte[] bytes(String hex) {
    byte[] out = new byte[hex.length() / 2];
    for (int i = 0; i < out.length; i++) {
      out[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return out;
  }

  /** Encodes as lower case hex. */
  public static String hex(byte[] bytes) {
    StringBuilder out = new StringBuilder(2 * bytes.length);
    for (byte b : bytes) {
      out.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return out.toString();
  }
}
