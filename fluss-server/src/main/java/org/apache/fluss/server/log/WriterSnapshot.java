// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/** The JSON of a {@code .writer_snapshot} file: the newest batch of every writer. */
final class WriterSnapshot {
  /** Far above any sane number of writers; larger files are taken for damaged. */
  static final int MAX_BYTES = 256 << 20;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private WriterSnapshot() {}

  static byte[] encode(Map<Long, WriterState.Batch> writers) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(64 + 160 * writers.size());
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("version", 1);
      json.writeArrayFieldStart("writer_id_entries");
      for (Map.Entry<Long, WriterState.Batch> writer : writers.entrySet()) {
        WriterState.Batch batch = writer.getValue();
        json.writeStartObject();
        json.writeNumberField("writer_id", writer.getKey());
        json.writeNumberField("last_batch_sequence", batch.sequence);
        // The name is 0.9.1's; what it holds is the last offset of the batch.
        json.writeNumberField("last_batch_base_offset", batch.lastOffset);
        json.writeNumberField("offset_delta", batch.offsetDelta);
        json.writeNumberField("last_batch_timestamp", batch.timestamp);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  /**
   * Reads what {@link #encode} or 0.9.1 wrote.
   *
   * @throws IOException if the content is anything else
   */
  static Map<Long, WriterState.Batch> decode(byte[] content) throws IOException {
    JsonNode root = MAPPER.readTree(content);
    JsonNode entries = root == null ? null : root.get("writer_id_entries");
    if (entries == null || !entries.isArray()) {
      throw new IOException("no writer_id_entries in it");
    }
    Map<Long, WriterState.Batch> writers = new HashMap<>();
    for (JsonNode entry : entries) {
      writers.put(
          number(entry, "writer_id"),
          new WriterState.Batch(
              (int) number(entry, "last_batch_sequence"),
              number(entry, "last_batch_base_offset"),
              (int) number(entry, "offset_delta"),
              number(entry, "last_batch_timestamp")));
    }
    return writers;
  }

  private static long number(JsonNode entry, String key) throws IOException {
    JsonNode value = entry.get(key);
    if (value == null || !value.isIntegralNumber()) {
      throw new IOException("no number " + key + " in it");
    }
    return value.longValue();
  }
}
