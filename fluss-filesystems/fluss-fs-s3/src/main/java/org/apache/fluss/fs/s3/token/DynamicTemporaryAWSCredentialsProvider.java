// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3.token;

import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/** The token a server handed out, for {@code s3.aws.credentials.provider} of clients. */
public final class DynamicTemporaryAWSCredentialsProvider implements AwsCredentialsProvider {

  /** By reflection. */
  public DynamicTemporaryAWSCredentialsProvider() {}

  @Override
  public AwsCredentials resolveCredentials() {
    AwsCredentials received = ReceivedToken.credentials();
    if (received == null) {
      throw SdkClientException.create(
          "No Fluss server handed out a token (servers themselves never receive one).");
    }
    return received;
  }
}
