// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import org.apache.fluss.annotation.PublicEvolving;

/** What became of a registration of producer offsets. */
@PublicEvolving
public enum RegisterResult {
  /** They are registered now. */
  CREATED(0),
  /** Others were registered already and stay. */
  ALREADY_EXISTS(1);

  private final int code;

  RegisterResult(int code) {
    this.code = code;
  }

  /** The number on the wire. */
  public int getCode() {
    return code;
  }

  /**
   * The result of this number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RegisterResult fromCode(int code) {
    for (RegisterResult result : values()) {
      if (result.code == code) {
        return result;
      }
    }
    throw new IllegalArgumentException("Unknown result " + code + " of a registration.");
  }
}
