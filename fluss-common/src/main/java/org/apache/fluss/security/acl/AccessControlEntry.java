// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** One right: who may do what from where. Immutable. */
@PublicEvolving
public class AccessControlEntry {
  /** Every host. */
  public static final String WILD_CARD_HOST = "*";

  private final FlussPrincipal principal;
  private final String host;
  private final OperationType operationType;
  private final PermissionType permissionType;

  public AccessControlEntry(
      FlussPrincipal principal,
      String host,
      OperationType operationType,
      PermissionType permissionType) {
    this.principal = Objects.requireNonNull(principal, "principal");
    this.host = Objects.requireNonNull(host, "host");
    this.operationType = Objects.requireNonNull(operationType, "operationType");
    this.permissionType = Objects.requireNonNull(permissionType, "permissionType");
  }

  public FlussPrincipal getPrincipal() {
    return principal;
  }

  /** IP address of the client, or {@link #WILD_CARD_HOST}. */
  public String getHost() {
    return host;
  }

  public OperationType getOperationType() {
    return operationType;
  }

  public PermissionType getPermissionType() {
    return permissionType;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    AccessControlEntry that = (AccessControlEntry) o;
    return principal.equals(that.principal)
        && host.equals(that.host)
        && operationType.equals(that.operationType)
        && permissionType.equals(that.permissionType);
  }

  @Override
  public int hashCode() {
    return Objects.hash(principal, host, operationType, permissionType);
  }

  @Override
  public String toString() {
    return "AccessControlEntry{principal="
        + principal
        + ", host="
        + host
        + ", operationType="
        + operationType
        + ", permissionType="
        + permissionType
        + "}";
  }
}
