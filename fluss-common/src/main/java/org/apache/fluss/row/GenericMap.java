// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/**
 * A map over a {@link Map}; {@link InternalRow} lists the class of keys and values for each type.
 * The entries keep the order of that map, which is not copied.
 */
@PublicEvolving
public class GenericMap implements InternalMap, Serializable {
  private static final long serialVersionUID = 1L;

  // Every value class is serializable, which the static type cannot say.
  @SuppressWarnings("serial")
  private final Map<?, ?> map;

  public GenericMap(Map<?, ?> map) {
    this.map = map;
  }

  /** A map of alternating keys and values, in that order. */
  public static GenericMap of(Object... entries) {
    if (entries.length % 2 != 0) {
      throw new IllegalArgumentException(
          "Keys and values must come in pairs, got " + entries.length + " objects");
    }
    Map<Object, Object> map = new LinkedHashMap<>(entries.length);
    for (int i = 0; i < entries.length; i += 2) {
      map.put(entries[i], entries[i + 1]);
    }
    return new GenericMap(map);
  }

  /** The value of a key, null if the key is missing or its value is null. */
  public Object get(Object key) {
    return map.get(key);
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public InternalArray keyArray() {
    return new GenericArray(map.keySet().toArray());
  }

  @Override
  public InternalArray valueArray() {
    return new GenericArray(map.values().toArray());
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof GenericMap && comparable(map).equals(comparable(((GenericMap) o).map));
  }

  @Override
  public int hashCode() {
    return comparable(map).hashCode();
  }

  /** Byte arrays have no equality of their own. */
  private static Map<Object, Object> comparable(Map<?, ?> map) {
    Map<Object, Object> result = new HashMap<>();
    map.forEach((key, value) -> result.put(comparable(key), comparable(value)));
    return result;
  }

  private static Object comparable(Object value) {
    return value instanceof byte[] ? BinaryString.fromBytes((byte[]) value) : value;
  }

  @Override
  public String toString() {
    return Objects.toString(map);
  }
}
