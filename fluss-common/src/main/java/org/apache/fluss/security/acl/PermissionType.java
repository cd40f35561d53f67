// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Arrays;

/**
 * Whether an entry grants or not; there is no entry that refuses. The codes are part of the
 * protocol.
 */
public enum PermissionType {
  /** In filters: every permission. */
  ANY(1),
  ALLOW(2);

  private final byte code;

  PermissionType(int code) {
    this.code = (byte) code;
  }

  public byte getCode() {
    return code;
  }

  /**
   * @throws IllegalArgumentException if there is no permission of this code
   */
  public static PermissionType fromCode(byte code) {
    return Arrays.stream(values())
        .filter(constant -> constant.code == code)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("No permission has the code " + code + "."));
  }
}
