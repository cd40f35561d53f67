// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

import java.net.URI;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.aws.FlussAwsCredentials;
import org.apache.fluss.fs.s3.token.ReceivedToken;
import org.apache.hadoop.conf.Configuration;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/**
 * The single credentials provider S3A sees: the process's chain, shared with Glue and STS, or, in a
 * client that configured nothing of its own, the token the server handed out.
 */
public final class S3aCredentials implements AwsCredentialsProvider {

  private final FlussAwsCredentials chain;
  private final boolean configured;

  /** For S3A, by reflection. */
  public S3aCredentials(URI uri, Configuration hadoop) {
    AwsSettings settings = AwsSettings.ofFileSystem(S3aSetup.original(hadoop));
    this.chain = FlussAwsCredentials.of(settings);
    this.configured = settings.staticKeys() != null || settings.providerList() != null;
  }

  @Override
  public AwsCredentials resolveCredentials() {
    AwsCredentials received = configured ? null : ReceivedToken.credentials();
    return received == null ? chain.resolveCredentials() : received;
  }

  @Override
  public String toString() {
    return "S3aCredentials(" + chain + ")";
  }
}
