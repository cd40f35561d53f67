// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.IOException;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** Database descriptors as JSON. */
public final class DatabaseDescriptorJsonSerde
    implements JsonSerializer<DatabaseDescriptor>, JsonDeserializer<DatabaseDescriptor> {
  public static final DatabaseDescriptorJsonSerde INSTANCE = new DatabaseDescriptorJsonSerde();

  private static final int VERSION = 1;

  private static final String VERSION_KEY = "version";
  private static final String COMMENT = "comment";
  private static final String CUSTOM_PROPERTIES = "custom_properties";

  private DatabaseDescriptorJsonSerde() {}

  @Override
  public void serialize(DatabaseDescriptor database, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeNumberField(VERSION_KEY, VERSION);
    if (database.getComment().isPresent()) {
      out.writeStringField(COMMENT, database.getComment().get());
    }
    JsonFields.writeTextMap(out, CUSTOM_PROPERTIES, database.getCustomProperties());
    out.writeEndObject();
  }

  @Override
  public DatabaseDescriptor deserialize(JsonNode node) {
    return DatabaseDescriptor.builder()
        .comment(JsonFields.optionalText(node, COMMENT))
        .customProperties(JsonFields.requiredTextMap(node, CUSTOM_PROPERTIES))
        .build();
  }
}
