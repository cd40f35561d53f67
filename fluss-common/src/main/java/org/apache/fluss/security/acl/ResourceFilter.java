// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** Picks resources. Immutable. */
@PublicEvolving
public class ResourceFilter {
  /** Picks every resource. */
  public static final ResourceFilter ANY = new ResourceFilter(ResourceType.ANY, null);

  private final ResourceType type;
  private final String name;

  /**
   * @param name null for every name; {@code *} only picks the resource of that name
   */
  public ResourceFilter(ResourceType type, String name) {
    this.type = Objects.requireNonNull(type, "type");
    this.name = name;
  }

  public ResourceType getType() {
    return type;
  }

  /** Null for every name. */
  public String getName() {
    return name;
  }

  public boolean matches(Resource resource) {
    return (type == ResourceType.ANY || type == resource.getType())
        && (name == null || name.equals(resource.getName()));
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    ResourceFilter that = (ResourceFilter) o;
    return type.equals(that.type) && Objects.equals(name, that.name);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, name);
  }

  @Override
  public String toString() {
    return "ResourceFilter{type=" + type + ", name=" + name + "}";
  }
}
