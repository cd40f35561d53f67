// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.fluss.annotation.PublicEvolving;

/** Values by partition key, for some or all keys of a table. Immutable. */
@PublicEvolving
public class PartitionSpec {
  private final Map<String, String> specMap;

  public PartitionSpec(Map<String, String> specMap) {
    this.specMap = Collections.unmodifiableMap(new LinkedHashMap<>(specMap));
  }

  /** Values by partition key; unmodifiable. */
  public Map<String, String> getSpecMap() {
    return specMap;
  }

  @Override
  public boolean equals(Object o) {
    return this == o
        || o != null && getClass() == o.getClass() && specMap.equals(((PartitionSpec) o).specMap);
  }

  @Override
  public int hashCode() {
    return specMap.hashCode();
  }

  @Override
  public String toString() {
    return "PartitionSpec{" + specMap + "}";
  }
}
