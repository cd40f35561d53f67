// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** A right on a resource. Immutable. */
@PublicEvolving
public class AclBinding {
  private final Resource resource;
  private final AccessControlEntry accessControlEntry;

  public AclBinding(Resource resource, AccessControlEntry accessControlEntry) {
    this.resource = Objects.requireNonNull(resource, "resource");
    this.accessControlEntry = Objects.requireNonNull(accessControlEntry, "accessControlEntry");
  }

  public Resource getResource() {
    return resource;
  }

  public AccessControlEntry getAccessControlEntry() {
    return accessControlEntry;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    AclBinding that = (AclBinding) o;
    return resource.equals(that.resource) && accessControlEntry.equals(that.accessControlEntry);
  }

  @Override
  public int hashCode() {
    return Objects.hash(resource, accessControlEntry);
  }

  @Override
  public String toString() {
    return "AclBinding{resource=" + resource + ", accessControlEntry=" + accessControlEntry + "}";
  }
}
