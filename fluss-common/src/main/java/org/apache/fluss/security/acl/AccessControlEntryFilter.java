// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** Picks rights. Immutable. */
@PublicEvolving
public class AccessControlEntryFilter {
  /** Picks every right. */
  public static final AccessControlEntryFilter ANY =
      new AccessControlEntryFilter(FlussPrincipal.ANY, null, OperationType.ANY, PermissionType.ANY);

  private final FlussPrincipal principal;
  private final String host;
  private final OperationType operation;
  private final PermissionType permissionType;

  /**
   * @param principal null or {@link FlussPrincipal#ANY} for every principal
   * @param host null for every host; {@code *} only picks entries for the host {@code *}
   */
  public AccessControlEntryFilter(
      FlussPrincipal principal,
      String host,
      OperationType operation,
      PermissionType permissionType) {
    this.principal = principal;
    this.host = host;
    this.operation = Objects.requireNonNull(operation, "operation");
    this.permissionType = Objects.requireNonNull(permissionType, "permissionType");
  }

  /** Null or {@link FlussPrincipal#ANY} for every principal. */
  public FlussPrincipal getPrincipal() {
    return principal;
  }

  /** Null for every host. */
  public String getHost() {
    return host;
  }

  public OperationType getOperationType() {
    return operation;
  }

  public PermissionType getPermissionType() {
    return permissionType;
  }

  public boolean matches(AccessControlEntry entry) {
    return (principal == null
            || principal.equals(FlussPrincipal.ANY)
            || principal.equals(entry.getPrincipal()))
        && (host == null || host.equals(entry.getHost()))
        && (operation == OperationType.ANY || operation == entry.getOperationType())
        && (permissionType == PermissionType.ANY || permissionType == entry.getPermissionType());
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    AccessControlEntryFilter that = (AccessControlEntryFilter) o;
    return Objects.equals(principal, that.principal)
        && Objects.equals(host, that.host)
        && operation.equals(that.operation)
        && permissionType.equals(that.permissionType);
  }

  @Override
  public int hashCode() {
    return Objects.hash(principal, host, operation, permissionType);
  }

  @Override
  public String toString() {
    return "AccessControlEntryFilter{principal="
        + principal
        + ", host="
        + host
        + ", operation="
        + operation
        + ", permissionType="
        + permissionType
        + "}";
  }
}
