// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Arrays;
import org.apache.fluss.annotation.PublicEvolving;

/** What somebody may do with a resource. The codes are part of the protocol. */
@PublicEvolving
public enum OperationType {
  /** In filters: every operation. */
  ANY(1),
  /** Grants every operation. */
  ALL(2),
  READ(3),
  WRITE(4),
  CREATE(5),
  DROP(6),
  ALTER(7),
  DESCRIBE(8);

  private final byte code;

  OperationType(int code) {
    this.code = (byte) code;
  }

  public byte getCode() {
    return code;
  }

  /**
   * @throws IllegalArgumentException if there is no operation of this code
   */
  public static OperationType fromCode(byte code) {
    return Arrays.stream(values())
        .filter(constant -> constant.code == code)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No operation has the code " + code + "."));
  }
}
