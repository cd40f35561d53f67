// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.token;

import java.io.IOException;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.utils.json.JsonDeserializer;
import org.apache.fluss.utils.json.JsonSerdeUtils;
import org.apache.fluss.utils.json.JsonSerializer;

/** The JSON form of credentials, as tokens carry it. Thread-safe. */
public class CredentialsJsonSerde
    implements JsonSerializer<Credentials>, JsonDeserializer<Credentials> {

  /** The one instance. */
  public static final CredentialsJsonSerde INSTANCE = new CredentialsJsonSerde();

  private static final int VERSION = 1;
  private static final String VERSION_KEY = "version";
  private static final String ACCESS_KEY_ID = "access_key_id";
  private static final String ACCESS_KEY_SECRET = "access_key_secret";
  private static final String SECURITY_TOKEN = "security_token";

  /** Holds no state. */
  public CredentialsJsonSerde() {}

  /** The JSON of credentials, UTF-8. */
  public static byte[] toJson(Credentials credentials) {
    return JsonSerdeUtils.writeValueAsBytes(credentials, INSTANCE);
  }

  /** The credentials of such JSON. */
  public static Credentials fromJson(byte[] json) {
    return JsonSerdeUtils.readValue(json, INSTANCE);
  }

  @Override
  public void serialize(Credentials credentials, JsonGenerator generator) throws IOException {
    generator.writeStartObject();
    generator.writeNumberField(VERSION_KEY, VERSION);
    generator.writeStringField(ACCESS_KEY_ID, credentials.getAccessKeyId());
    generator.writeStringField(ACCESS_KEY_SECRET, credentials.getSecretAccessKey());
    generator.writeStringField(SECURITY_TOKEN, credentials.getSecurityToken());
    generator.writeEndObject();
  }

  @Override
  public Credentials deserialize(JsonNode node) {
    return new Credentials(
        node.path(ACCESS_KEY_ID).textValue(),
        node.path(ACCESS_KEY_SECRET).textValue(),
        node.path(SECURITY_TOKEN).textValue());
  }
}
