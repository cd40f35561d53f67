// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.groups;

import java.util.Map;
import org.apache.fluss.metrics.CharacterFilter;
import org.apache.fluss.metrics.registry.MetricRegistry;

/** A value of the variable that the group above is named after. */
final class GenericValueMetricGroup extends GenericMetricGroup {
  private final String key;

  GenericValueMetricGroup(MetricRegistry registry, AbstractMetricGroup parent, String value) {
    super(registry, parent, value);
    this.key = ((GenericMetricGroup) parent).name();
  }

  @Override
  protected void putVariables(Map<String, String> into) {
    into.put(key, name());
  }

  /** The logical scope names the variable, not its value. */
  @Override
  protected String createLogicalScope(CharacterFilter filter, char delimiter) {
    return parent.getLogicalScope(filter, delimiter);
  }
}
