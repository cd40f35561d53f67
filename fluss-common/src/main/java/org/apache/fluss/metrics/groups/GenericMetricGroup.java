// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.groups;

import java.util.Arrays;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metrics.CharacterFilter;
import org.apache.fluss.metrics.registry.MetricRegistry;

/** A group that is just a name. */
@Internal
public class GenericMetricGroup extends AbstractMetricGroup {
  private final String name;

  /** A group below {@code parent}, or a root if that is null. */
  public GenericMetricGroup(MetricRegistry registry, AbstractMetricGroup parent, String name) {
    super(registry, scope(parent, name), parent);
    this.name = name;
  }

  private static String[] scope(AbstractMetricGroup parent, String name) {
    String[] above = parent == null ? new String[0] : parent.getScopeComponents();
    String[] scope = Arrays.copyOf(above, above.length + 1);
    scope[above.length] = name;
    return scope;
  }

  /** The name as given. */
  final String name() {
    return name;
  }

  @Override
  protected String getGroupName(CharacterFilter filter) {
    return filter.filterCharacters(name);
  }
}
