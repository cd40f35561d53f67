// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.security.Principal;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** Who acts: a type, such as {@code User}, and a name. Immutable. */
@PublicEvolving
public class FlussPrincipal implements Principal {

  /** Somebody who did not say who it is. */
  public static final FlussPrincipal ANONYMOUS = new FlussPrincipal("ANONYMOUS", "User");

  /** In access control entries, everybody. */
  public static final FlussPrincipal WILD_CARD_PRINCIPAL = new FlussPrincipal("*", "*");

  /** In filters, any principal. */
  public static final FlussPrincipal ANY = new FlussPrincipal(null, null);

  private final String name;
  private final String type;

  /** Both may be null in filters only. */
  public FlussPrincipal(String name, String type) {
    this.name = name;
    this.type = type;
  }

  @Override
  public String getName() {
    return name;
  }

  /** The type, such as {@code User}. */
  public String getType() {
    return type;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof FlussPrincipal
        && Objects.equals(((FlussPrincipal) o).name, name)
        && Objects.equals(((FlussPrincipal) o).type, type);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, type);
  }

  @Override
  public String toString() {
    return type + ":" + name;
  }
}
