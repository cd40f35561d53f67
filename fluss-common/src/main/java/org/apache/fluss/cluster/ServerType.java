// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster;

/** The role of a server. */
public enum ServerType {
  COORDINATOR(1),
  TABLET_SERVER(2),
  /** A server whose role is not known yet, such as a bootstrap address. */
  UNKNOWN(-1);

  private final int typeId;

  ServerType(int typeId) {
    this.typeId = typeId;
  }

  /** The number of this role on the wire. */
  public int toTypeId() {
    return typeId;
  }

  /** The role of this number, {@link #UNKNOWN} when there is none. */
  public static ServerType fromTypeId(int typeId) {
    for (ServerType type : values()) {
      if (type.typeId == typeId) {
        return type;
      }
    }
    return UNKNOWN;
  }
}
