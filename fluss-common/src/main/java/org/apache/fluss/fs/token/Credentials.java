// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.token;

import org.apache.fluss.config.Password;

/** Credentials of an object store; any part may be null. Immutable. */
public class Credentials {
  private final String accessKeyId;
  private final String secretAccessKey;
  private final String securityToken;

  /** Any part may be null. */
  public Credentials(String accessKeyId, String secretAccessKey, String securityToken) {
    this.accessKeyId = accessKeyId;
    this.secretAccessKey = secretAccessKey;
    this.securityToken = securityToken;
  }

  /** The public part. */
  public String getAccessKeyId() {
    return accessKeyId;
  }

  /** The secret part. */
  public String getSecretAccessKey() {
    return secretAccessKey;
  }

  /** The token of a session. */
  public String getSecurityToken() {
    return securityToken;
  }

  @Override
  public String toString() {
    return "Credentials(" + accessKeyId + ", " + Password.HIDDEN_CONTENT + ")";
  }
}
