// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.fluss.metadata.TablePath;
import org.junit.jupiter.api.Test;

class AclTest {
  private static final FlussPrincipal USER = new FlussPrincipal("n", "User");
  private static final AccessControlEntry READ =
      new AccessControlEntry(USER, "*", OperationType.READ, PermissionType.ALLOW);

  @Test
  void codesOnTheWire() {
    for (OperationType type : OperationType.values()) {
      assertThat(type.getCode()).isEqualTo((byte) (type.ordinal() + 1));
      assertThat(OperationType.fromCode(type.getCode())).isEqualTo(type);
    }
    for (ResourceType type : ResourceType.values()) {
      assertThat(type.getCode()).isEqualTo((byte) (type.ordinal() + 1));
      assertThat(ResourceType.fromCode(type.getCode())).isEqualTo(type);
    }
    for (PermissionType type : PermissionType.values()) {
      assertThat(type.getCode()).isEqualTo((byte) (type.ordinal() + 1));
      assertThat(PermissionType.fromCode(type.getCode())).isEqualTo(type);
    }
    assertThatThrownBy(() -> OperationType.fromCode((byte) 9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ResourceType.fromName("tabl"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tabl");
  }

  @Test
  void entryFilters() {
    assertThat(AccessControlEntryFilter.ANY.matches(READ)).isTrue();
    assertThat(filter(null, null, OperationType.READ).matches(READ)).isTrue();
    assertThat(filter(USER, "*", OperationType.ANY).matches(READ)).isTrue();
    assertThat(filter(USER, "1.1.1.1", OperationType.ANY).matches(READ)).isFalse();
    assertThat(filter(USER, null, OperationType.ALL).matches(READ)).isFalse();
    assertThat(filter(FlussPrincipal.WILD_CARD_PRINCIPAL, null, OperationType.ANY).matches(READ))
        .isFalse();
  }

  private static AccessControlEntryFilter filter(
      FlussPrincipal principal, String host, OperationType operation) {
    return new AccessControlEntryFilter(principal, host, operation, PermissionType.ANY);
  }

  @Test
  void resourceFilters() {
    Resource table = Resource.table("a", "b");
    assertThat(table).isEqualTo(Resource.table(TablePath.of("a", "b")));
    assertThat(table).isEqualTo(Resource.of("Table", "a.b"));
    assertThat(ResourceFilter.ANY.matches(Resource.cluster())).isTrue();
    assertThat(new ResourceFilter(ResourceType.TABLE, null).matches(table)).isTrue();
    assertThat(new ResourceFilter(ResourceType.TABLE, "*").matches(table)).isFalse();
    assertThat(new ResourceFilter(ResourceType.DATABASE, "a").matches(table)).isFalse();
    assertThat(new ResourceFilter(ResourceType.ANY, "a").matches(Resource.database("a"))).isTrue();
    AclBinding binding = new AclBinding(table, READ);
    assertThat(AclBindingFilter.ANY.matches(binding)).isTrue();
    assertThat(
            new AclBindingFilter(
                    new ResourceFilter(ResourceType.CLUSTER, null), AccessControlEntryFilter.ANY)
                .matches(binding))
        .isFalse();
  }
}
