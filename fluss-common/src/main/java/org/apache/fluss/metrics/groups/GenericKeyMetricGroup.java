// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.groups;

import org.apache.fluss.metrics.registry.MetricRegistry;

/** A group named after a variable; its values lie below. */
final class GenericKeyMetricGroup extends GenericMetricGroup {
  GenericKeyMetricGroup(MetricRegistry registry, AbstractMetricGroup parent, String key) {
    super(registry, parent, key);
  }
}
