// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * Reads values from JSON. Thread-safe.
 *
 * @param <T> the values
 */
public interface JsonDeserializer<T> {

  /**
   * @throws IllegalArgumentException if the JSON is not that of such a value
   */
  T deserialize(JsonNode node);
}
