// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3.token;

/** Takes tokens for {@code s3a://}. */
public final class S3ADelegationTokenReceiver extends S3DelegationTokenReceiver {

  /** For the service loader. */
  public S3ADelegationTokenReceiver() {
    super("s3a");
  }
}
