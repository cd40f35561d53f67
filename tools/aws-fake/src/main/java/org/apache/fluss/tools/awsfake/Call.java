// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.tools.awsfake;

/** A request that arrived. Immutable. */
public final class Call {

  private final String operation;
  private final String accessKey;
  private final String body;

  Call(String operation, String accessKey, String body) {
    this.operation = operation;
    this.accessKey = accessKey;
    this.body = body;
  }

  /** Service and operation, such as {@code glue:UpdateTable}. */
  public String operation() {
    return operation;
  }

  /** The access key id it was signed with, or null. */
  public String accessKey() {
    return accessKey;
  }

  /** The body as text, empty for large ones. */
  public String body() {
    return body;
  }

  @Override
  public String toString() {
    return operation;
  }
}
