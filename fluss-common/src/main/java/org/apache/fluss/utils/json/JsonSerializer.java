// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.IOException;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;

/**
 * Writes values as JSON. Thread-safe.
 *
 * @param <T> the values
 */
public interface JsonSerializer<T> {
  void serialize(T value, JsonGenerator out) throws IOException;
}
