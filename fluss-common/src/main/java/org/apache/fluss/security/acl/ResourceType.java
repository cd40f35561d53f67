// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.acl;

import java.util.Arrays;
import org.apache.fluss.annotation.PublicEvolving;

/** Kind of a resource. The codes are part of the protocol. */
@PublicEvolving
public enum ResourceType {
  /** In filters: every kind. */
  ANY(1),
  CLUSTER(2),
  DATABASE(3),
  TABLE(4);

  private final byte code;

  ResourceType(int code) {
    this.code = (byte) code;
  }

  public byte getCode() {
    return code;
  }

  /**
   * @throws IllegalArgumentException if there is no resource type of this code
   */
  public static ResourceType fromCode(byte code) {
    return Arrays.stream(values())
        .filter(constant -> constant.code == code)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("No resource type has the code " + code + "."));
  }

  /**
   * Reads the name of a constant in any case.
   *
   * @throws IllegalArgumentException if there is no such constant
   */
  public static ResourceType fromName(String name) {
    return Arrays.stream(values())
        .filter(constant -> constant.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "'%s' is no resource type; choose one of %s.",
                        name, Arrays.toString(values()))));
  }
}
