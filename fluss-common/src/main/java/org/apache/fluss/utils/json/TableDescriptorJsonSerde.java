// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.IOException;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** Table descriptors as JSON. */
public final class TableDescriptorJsonSerde
    implements JsonSerializer<TableDescriptor>, JsonDeserializer<TableDescriptor> {
  public static final TableDescriptorJsonSerde INSTANCE = new TableDescriptorJsonSerde();

  private static final int VERSION = 1;

  private static final String VERSION_KEY = "version";
  private static final String SCHEMA = "schema";
  private static final String COMMENT = "comment";
  private static final String PARTITION_KEY = "partition_key";
  private static final String BUCKET_KEY = "bucket_key";
  private static final String BUCKET_COUNT = "bucket_count";
  private static final String PROPERTIES = "properties";
  private static final String CUSTOM_PROPERTIES = "custom_properties";

  private TableDescriptorJsonSerde() {}

  @Override
  public void serialize(TableDescriptor table, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeNumberField(VERSION_KEY, VERSION);
    out.writeFieldName(SCHEMA);
    SchemaJsonSerde.INSTANCE.serialize(table.getSchema(), out);
    if (table.getComment().isPresent()) {
      out.writeStringField(COMMENT, table.getComment().get());
    }
    JsonFields.writeTexts(out, PARTITION_KEY, table.getPartitionKeys());
    if (table.getTableDistribution().isPresent()) {
      TableDescriptor.TableDistribution distribution = table.getTableDistribution().get();
      JsonFields.writeTexts(out, BUCKET_KEY, distribution.getBucketKeys());
      if (distribution.getBucketCount().isPresent()) {
        out.writeNumberField(BUCKET_COUNT, distribution.getBucketCount().get());
      }
    }
    JsonFields.writeTextMap(out, PROPERTIES, table.getProperties());
    JsonFields.writeTextMap(out, CUSTOM_PROPERTIES, table.getCustomProperties());
    out.writeEndObject();
  }

  @Override
  public TableDescriptor deserialize(JsonNode node) {
    TableDescriptor.Builder builder =
        TableDescriptor.builder()
            .schema(SchemaJsonSerde.INSTANCE.deserialize(JsonFields.required(node, SCHEMA)))
            .comment(JsonFields.optionalText(node, COMMENT))
            .partitionedBy(JsonFields.requiredTexts(node, PARTITION_KEY))
            .properties(JsonFields.requiredTextMap(node, PROPERTIES))
            .customProperties(JsonFields.requiredTextMap(node, CUSTOM_PROPERTIES));
    if (JsonFields.has(node, BUCKET_KEY) || JsonFields.has(node, BUCKET_COUNT)) {
      Integer bucketCount =
          JsonFields.has(node, BUCKET_COUNT) ? JsonFields.requiredInt(node, BUCKET_COUNT) : null;
      builder.distributedBy(bucketCount, JsonFields.requiredTexts(node, BUCKET_KEY));
    }
    return builder.build();
  }
}
