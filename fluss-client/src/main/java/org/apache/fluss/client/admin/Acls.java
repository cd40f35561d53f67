// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import org.apache.fluss.rpc.messages.PbAclFilter;
import org.apache.fluss.rpc.messages.PbAclInfo;
import org.apache.fluss.security.acl.AccessControlEntry;
import org.apache.fluss.security.acl.AccessControlEntryFilter;
import org.apache.fluss.security.acl.AclBinding;
import org.apache.fluss.security.acl.AclBindingFilter;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.security.acl.OperationType;
import org.apache.fluss.security.acl.PermissionType;
import org.apache.fluss.security.acl.Resource;
import org.apache.fluss.security.acl.ResourceFilter;
import org.apache.fluss.security.acl.ResourceType;

/** Rights as messages. */
final class Acls {
  private Acls() {}

  static AclBinding binding(PbAclInfo acl) {
    return new AclBinding(
        new Resource(ResourceType.fromCode((byte) acl.getResourceType()), acl.getResourceName()),
        new AccessControlEntry(
            new FlussPrincipal(acl.getPrincipalName(), acl.getPrincipalType()),
            acl.getHost(),
            OperationType.fromCode((byte) acl.getOperationType()),
            PermissionType.fromCode((byte) acl.getPermissionType())));
  }

  static void write(AclBinding binding, PbAclInfo out) {
    AccessControlEntry entry = binding.getAccessControlEntry();
    out.setResourceName(binding.getResource().getName())
        .setResourceType(binding.getResource().getType().getCode())
        .setPrincipalName(entry.getPrincipal().getName())
        .setPrincipalType(entry.getPrincipal().getType())
        .setHost(entry.getHost())
        .setOperationType(entry.getOperationType().getCode())
        .setPermissionType(entry.getPermissionType().getCode());
  }

  static void write(AclBindingFilter filter, PbAclFilter out) {
    ResourceFilter resource = filter.getResourceFilter();
    AccessControlEntryFilter entry = filter.getEntryFilter();
    out.setResourceType(resource.getType().getCode())
        .setOperationType(entry.getOperationType().getCode())
        .setPermissionType(entry.getPermissionType().getCode());
    if (resource.getName() != null) {
      out.setResourceName(resource.getName());
    }
    FlussPrincipal principal = entry.getPrincipal();
    if (principal != null && principal.getName() != null) {
      out.setPrincipalName(principal.getName());
    }
    if (principal != null && principal.getType() != null) {
      out.setPrincipalType(principal.getType());
    }
    if (entry.getHost() != null) {
      out.setHost(entry.getHost());
    }
  }
}
