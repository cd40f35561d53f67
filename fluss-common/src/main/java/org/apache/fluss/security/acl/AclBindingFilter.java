// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** Picks rights on resources. Immutable. */
@PublicEvolving
public class AclBindingFilter {
  /** Picks every right on every resource. */
  public static final AclBindingFilter ANY =
      new AclBindingFilter(ResourceFilter.ANY, AccessControlEntryFilter.ANY);

  private final ResourceFilter resourceFilter;
  private final AccessControlEntryFilter entryFilter;

  public AclBindingFilter(ResourceFilter resourceFilter, AccessControlEntryFilter entryFilter) {
    this.resourceFilter = Objects.requireNonNull(resourceFilter, "resourceFilter");
    this.entryFilter = Objects.requireNonNull(entryFilter, "entryFilter");
  }

  public ResourceFilter getResourceFilter() {
    return resourceFilter;
  }

  public AccessControlEntryFilter getEntryFilter() {
    return entryFilter;
  }

  public boolean matches(AclBinding binding) {
    return resourceFilter.matches(binding.getResource())
        && entryFilter.matches(binding.getAccessControlEntry());
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    AclBindingFilter that = (AclBindingFilter) o;
    return resourceFilter.equals(that.resourceFilter) && entryFilter.equals(that.entryFilter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(resourceFilter, entryFilter);
  }

  @Override
  public String toString() {
    return "AclBindingFilter{resourceFilter="
        + resourceFilter
        + ", entryFilter="
        + entryFilter
        + "}";
  }
}
