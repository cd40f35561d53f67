// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3.token;

import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.fs.token.SecurityTokenReceiver;

/** Takes tokens for {@code s3://}. */
public class S3DelegationTokenReceiver implements SecurityTokenReceiver {

  private final String scheme;

  /** For the service loader. */
  public S3DelegationTokenReceiver() {
    this("s3");
  }

  S3DelegationTokenReceiver(String scheme) {
    this.scheme = scheme;
  }

  @Override
  public String scheme() {
    return scheme;
  }

  @Override
  public void onNewTokensObtained(ObtainedSecurityToken token) {
    ReceivedToken.receive(token);
  }
}
