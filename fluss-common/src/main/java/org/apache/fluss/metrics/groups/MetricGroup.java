// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.groups;

import java.util.Map;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metrics.CharacterFilter;
import org.apache.fluss.metrics.Counter;
import org.apache.fluss.metrics.Gauge;
import org.apache.fluss.metrics.Histogram;
import org.apache.fluss.metrics.Meter;

/** Metrics that belong together, in a tree of groups. Thread-safe. */
@PublicEvolving
public interface MetricGroup {

  /** Registers a new counter; the one there already if the name is taken by a counter. */
  Counter counter(String name);

  /** Registers a counter. */
  <C extends Counter> C counter(String name, C counter);

  /** Registers a gauge. */
  <T, G extends Gauge<T>> G gauge(String name, G gauge);

  /** Registers a histogram. */
  <H extends Histogram> H histogram(String name, H histogram);

  /** Registers a meter. */
  <M extends Meter> M meter(String name, M meter);

  /** The group of that name below this one, made if missing. */
  MetricGroup addGroup(String name);

  /** The group below this one whose variable {@code key} has {@code value}, made if missing. */
  MetricGroup addGroup(String key, String value);

  /** The names of the groups from the root to this one, variables with their values. */
  String[] getScopeComponents();

  /** The variables of this group and those above. */
  Map<String, String> getAllVariables();

  /** The names of the groups from the root to this one, without values of variables. */
  String getLogicalScope(CharacterFilter filter, char delimiter);

  /** Unregisters all metrics of this group and those below. */
  void close();
}
