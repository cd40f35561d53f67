// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.groups;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metrics.CharacterFilter;
import org.apache.fluss.metrics.Counter;
import org.apache.fluss.metrics.Gauge;
import org.apache.fluss.metrics.Histogram;
import org.apache.fluss.metrics.Meter;
import org.apache.fluss.metrics.Metric;
import org.apache.fluss.metrics.SimpleCounter;
import org.apache.fluss.metrics.registry.MetricRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A group that tells a registry of its metrics. A name that is taken keeps its first metric; a
 * metric added to a closed group works, but nobody reports it. Thread-safe.
 */
@Internal
public abstract class AbstractMetricGroup implements MetricGroup {
  /** For groups. */
  protected static final Logger LOG = LoggerFactory.getLogger(MetricGroup.class);

  /** The group above; null for a root. */
  protected final AbstractMetricGroup parent;

  /** Is told of every metric. */
  protected final MetricRegistry registry;

  /** The variables, computed on first use. */
  protected volatile Map<String, String> variables;

  private final String[] scopeComponents;
  private final Map<String, Metric> metrics = new LinkedHashMap<>();
  private final Map<String, AbstractMetricGroup> groups = new LinkedHashMap<>();
  private volatile boolean closed;

  /**
   * @param scope names from the root to this group, variables with their values
   * @param parent the group above; null for a root
   */
  public AbstractMetricGroup(MetricRegistry registry, String[] scope, AbstractMetricGroup parent) {
    this.registry = registry;
    this.scopeComponents = scope.clone();
    this.parent = parent;
  }

  /** The name of this group alone, without values of variables. */
  protected abstract String getGroupName(CharacterFilter filter);

  /** Adds the variables of this group alone. */
  protected void putVariables(Map<String, String> into) {}

  /** A group below this one. */
  protected GenericMetricGroup createChildGroup(String name, ChildType childType) {
    switch (childType) {
      case KEY:
        return new GenericKeyMetricGroup(registry, this, name);
      case VALUE:
        return new GenericValueMetricGroup(registry, this, name);
      default:
        return new GenericMetricGroup(registry, this, name);
    }
  }

  /** The group above; null for a root. */
  public AbstractMetricGroup getParent() {
    return parent;
  }

  @Override
  public String[] getScopeComponents() {
    return scopeComponents.clone();
  }

  @Override
  public Map<String, String> getAllVariables() {
    Map<String, String> all = variables;
    if (all == null) {
      all = parent == null ? new HashMap<>() : new HashMap<>(parent.getAllVariables());
      putVariables(all);
      all = Collections.unmodifiableMap(all);
      variables = all;
    }
    return all;
  }

  @Override
  public String getLogicalScope(CharacterFilter filter, char delimiter) {
    return createLogicalScope(filter, delimiter);
  }

  /** Computes {@link #getLogicalScope}. */
  protected String createLogicalScope(CharacterFilter filter, char delimiter) {
    String name = getGroupName(filter);
    if (parent == null) {
      return name;
    }
    String above = parent.getLogicalScope(filter, delimiter);
    return above.isEmpty() ? name : above + delimiter + name;
  }

  /** The metrics of this group alone, a copy. */
  public synchronized Map<String, Metric> getMetrics() {
    return new LinkedHashMap<>(metrics);
  }

  @Override
  public Counter counter(String name) {
    synchronized (this) {
      Metric taken = metrics.get(name);
      if (taken instanceof Counter) {
        return (Counter) taken;
      }
    }
    return counter(name, new SimpleCounter());
  }

  @Override
  public <C extends Counter> C counter(String name, C counter) {
    addMetric(name, counter);
    return counter;
  }

  @Override
  public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
    addMetric(name, gauge);
    return gauge;
  }

  @Override
  public <H extends Histogram> H histogram(String name, H histogram) {
    addMetric(name, histogram);
    return histogram;
  }

  @Override
  public <M extends Meter> M meter(String name, M meter) {
    addMetric(name, meter);
    return meter;
  }

  /** Adds a metric and tells the registry. */
  protected void addMetric(String name, Metric metric) {
    synchronized (this) {
      if (closed) {
        return;
      }
      if (metrics.putIfAbsent(name, metric) != null) {
        LOG.warn("Metric {} is in group {} already.", name, String.join(".", scopeComponents));
        return;
      }
    }
    registry.register(metric, name, this);
  }

  @Override
  public MetricGroup addGroup(String name) {
    return addGroup(name, ChildType.GENERIC);
  }

  @Override
  public MetricGroup addGroup(String key, String value) {
    return addGroup(key, ChildType.KEY).addGroup(value, ChildType.VALUE);
  }

  private synchronized AbstractMetricGroup addGroup(String name, ChildType childType) {
    AbstractMetricGroup group = groups.get(name);
    if (group == null) {
      group = createChildGroup(name, childType);
      if (!closed) {
        groups.put(name, group);
      }
    }
    return group;
  }

  /** Whether {@link #close()} was called. */
  public final boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    Map<String, Metric> unregistered;
    Map<String, AbstractMetricGroup> children;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      unregistered = new LinkedHashMap<>(metrics);
      children = new LinkedHashMap<>(groups);
      metrics.clear();
      groups.clear();
    }
    children.values().forEach(AbstractMetricGroup::close);
    unregistered.forEach((name, metric) -> registry.unregister(metric, name, this));
    if (parent != null) {
      parent.forget(this);
    }
  }

  private synchronized void forget(AbstractMetricGroup group) {
    groups.values().remove(group);
  }

  /** What kind of group lies below another one. */
  @Internal
  protected enum ChildType {
    /** A variable. */
    KEY,
    /** The value of a variable. */
    VALUE,
    /** A name. */
    GENERIC
  }
}
