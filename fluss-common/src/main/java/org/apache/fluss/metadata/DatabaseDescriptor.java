// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.fluss.utils.json.DatabaseDescriptorJsonSerde;
import org.apache.fluss.utils.json.JsonSerdeUtils;

/** What a user says about a database: a comment and properties of his own. Immutable. */
public class DatabaseDescriptor {
  public static final DatabaseDescriptor EMPTY = builder().build();

  private final String comment;
  private final Map<String, String> customProperties;

  private DatabaseDescriptor(String comment, Map<String, String> customProperties) {
    this.comment = comment;
    this.customProperties = Collections.unmodifiableMap(new TreeMap<>(customProperties));
  }

  /** Unmodifiable. */
  public Map<String, String> getCustomProperties() {
    return customProperties;
  }

  public Optional<String> getComment() {
    return Optional.ofNullable(comment);
  }

  /** UTF-8 JSON that {@link #fromJsonBytes} reads. */
  public byte[] toJsonBytes() {
    return JsonSerdeUtils.writeValueAsBytes(this, DatabaseDescriptorJsonSerde.INSTANCE);
  }

  /**
   * @throws IllegalArgumentException if the JSON is not that of a database
   * @throws java.io.UncheckedIOException if the bytes are not JSON
   */
  public static DatabaseDescriptor fromJsonBytes(byte[] json) {
    return JsonSerdeUtils.readValue(json, DatabaseDescriptorJsonSerde.INSTANCE);
  }

  public static Builder builder() {
    return new Builder();
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    DatabaseDescriptor that = (DatabaseDescriptor) o;
    return Objects.equals(comment, that.comment) && customProperties.equals(that.customProperties);
  }

  @Override
  public int hashCode() {
    return Objects.hash(comment, customProperties);
  }

  @Override
  public String toString() {
    return "DatabaseDescriptor{comment=" + comment + ", customProperties=" + customProperties + "}";
  }

  /** Collects the parts of a descriptor. Not thread-safe. */
  public static class Builder {
    private final Map<String, String> customProperties;
    private String comment;

    protected Builder() {
      this.customProperties = new HashMap<>();
    }

    protected Builder(DatabaseDescriptor descriptor) {
      this.customProperties = new HashMap<>(descriptor.customProperties);
      this.comment = descriptor.comment;
    }

    public Builder customProperty(String key, String value) {
      customProperties.put(
          Objects.requireNonNull(key, "Property key"),
          Objects.requireNonNull(value, "Value of property " + key));
      return this;
    }

    public Builder customProperties(Map<String, String> properties) {
      properties.forEach(this::customProperty);
      return this;
    }

    public Builder comment(String comment) {
      this.comment = comment;
      return this;
    }

    public DatabaseDescriptor build() {
      return new DatabaseDescriptor(comment, customProperties);
    }
  }
}
