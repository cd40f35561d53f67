// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3.token;

import java.util.Map;
import org.apache.fluss.fs.token.Credentials;
import org.apache.fluss.fs.token.CredentialsJsonSerde;
import org.apache.fluss.fs.token.ObtainedSecurityToken;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/**
 * The newest token a server handed to this process. Tokens come without saying for which cluster,
 * so there is one per process. Thread-safe.
 */
public final class ReceivedToken {

  private static volatile ReceivedToken latest = new ReceivedToken(null, Map.of());

  private final AwsCredentials credentials;
  private final Map<String, String> additionInfos;

  private ReceivedToken(AwsCredentials credentials, Map<String, String> additionInfos) {
    this.credentials = credentials;
    this.additionInfos = additionInfos;
  }

  static void receive(ObtainedSecurityToken token) {
    Credentials received = CredentialsJsonSerde.fromJson(token.getToken());
    latest = new ReceivedToken(credentials(received), token.getAdditionInfos());
  }

  private static AwsCredentials credentials(Credentials received) {
    if (received.getAccessKeyId() == null || received.getAccessKeyId().isEmpty()) {
      // the server says: use your own
      return null;
    }
    return received.getSecurityToken() == null
        ? AwsBasicCredentials.create(received.getAccessKeyId(), received.getSecretAccessKey())
        : AwsSessionCredentials.create(
            received.getAccessKeyId(), received.getSecretAccessKey(), received.getSecurityToken());
  }

  /** The credentials, or null if there are none. */
  public static AwsCredentials credentials() {
    return latest.credentials;
  }

  /** Region, endpoint and the like, as {@code fs.s3a.} options. */
  public static Map<String, String> additionInfos() {
    return latest.additionInfos;
  }
}
