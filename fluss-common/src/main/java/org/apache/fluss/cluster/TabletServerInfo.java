// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster;

import java.util.Objects;

/** A tablet server as the assignment of replicas sees it. Immutable. */
public class TabletServerInfo {
  private final int id;
  private final String rack;

  public TabletServerInfo(int id, String rack) {
    this.id = id;
    this.rack = rack;
  }

  public int getId() {
    return id;
  }

  /** Null if unknown. */
  public String getRack() {
    return rack;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TabletServerInfo that = (TabletServerInfo) o;
    return id == that.id && Objects.equals(rack, that.rack);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, rack);
  }

  @Override
  public String toString() {
    return "TabletServerInfo{id=" + id + ", rack=" + rack + "}";
  }
}
