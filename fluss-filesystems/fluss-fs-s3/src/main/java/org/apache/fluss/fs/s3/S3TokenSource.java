// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.fluss.aws.AwsClients;
import org.apache.fluss.aws.AwsRegion;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.aws.FlussAwsCredentials;
import org.apache.fluss.aws.S3aKeys;
import org.apache.fluss.exception.SecurityTokenException;
import org.apache.fluss.fs.token.Credentials;
import org.apache.fluss.fs.token.CredentialsJsonSerde;
import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.utils.clock.Clock;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.AssumeRoleRequest;

/**
 * Tokens with which clients read the bucket. Option {@code s3.token.mode} says how they are made; a
 * token is handed out again until a quarter of its life is left. Thread-safe.
 */
final class S3TokenSource {

  private static final String MODE = "s3.token.mode";
  private static final String MODES =
      "auto, assume-role, get-session-token, pass-through, client or none";

  private final URI bucket;
  private final Map<String, String> options;
  private final AwsSettings settings;
  private final Clock clock;

  // guarded by this
  private ObtainedSecurityToken latest;
  private long renewAtMs;

  S3TokenSource(URI bucket, Map<String, String> options, Clock clock) {
    this.bucket = bucket;
    this.options = Map.copyOf(options);
    this.settings = AwsSettings.ofFileSystem(options);
    this.clock = clock;
  }

  synchronized ObtainedSecurityToken obtain() throws IOException {
    long now = clock.milliseconds();
    if (latest == null || now >= renewAtMs) {
      latest = make();
      // without an end, look again soon: the source's own credentials may change
      long end = latest.getValidUntil().orElse(now + 60_000);
      renewAtMs = now + (end - now) * 3 / 4;
    }
    return latest;
  }

  private ObtainedSecurityToken make() {
    String mode = options.getOrDefault(MODE, "auto");
    FlussAwsCredentials chain = FlussAwsCredentials.of(settings);
    switch (mode) {
      case "auto":
        if (roleArn() != null) {
          return assumeRole(chain);
        }
        AwsCredentials own = chain.resolveCredentials();
        return own instanceof AwsSessionCredentials
            ? passThrough((AwsSessionCredentials) own)
            : sessionToken(chain);
      case "assume-role":
        if (roleArn() == null) {
          throw new SecurityTokenException(
              MODE
                  + " is assume-role, but neither s3.token.role-arn nor s3.assumed.role.arn is"
                  + " set.");
        }
        return assumeRole(chain);
      case "get-session-token":
        return sessionToken(chain);
      case "pass-through":
        AwsCredentials credentials = chain.resolveCredentials();
        if (!(credentials instanceof AwsSessionCredentials)) {
          throw new SecurityTokenException(
              MODE
                  + " is pass-through, but the server's credentials have no end; they are not"
                  + " handed out. Use get-session-token or assume-role.");
        }
        return passThrough((AwsSessionCredentials) credentials);
      case "client":
        return token(
            new Credentials("", "", null), null, Map.of("fluss.fs.s3.credentials", "client-chain"));
      case "none":
        throw new SecurityTokenException(
            "This cluster hands out no storage tokens (" + MODE + " is none).");
      default:
        throw new SecurityTokenException(MODE + " is '" + mode + "'; it can be " + MODES + ".");
    }
  }

  private String roleArn() {
    String own = options.get("s3.token.role-arn");
    return own != null ? own : settings.fsRole() == null ? null : settings.fsRole().arn();
  }

  private ObtainedSecurityToken assumeRole(FlussAwsCredentials chain) {
    AssumeRoleRequest.Builder request =
        AssumeRoleRequest.builder()
            .roleArn(roleArn())
            .roleSessionName("fluss-" + UUID.randomUUID());
    String seconds = options.get("s3.token.duration-seconds");
    if (seconds != null) {
      request.durationSeconds(Integer.valueOf(seconds));
    }
    if (!"false".equalsIgnoreCase(options.get("s3.token.scope-down"))) {
      request.policy(readOnly());
    }
    try (StsClient sts = AwsClients.sts(settings, chain)) {
      return token(sts.assumeRole(request.build()).credentials());
    }
  }

  /** Reading what lies below {@code remote.data.dir}, nothing else. */
  private String readOnly() {
    String region = AwsRegion.of(settings).id();
    String partition =
        region.startsWith("cn-") ? "aws-cn" : region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
    String arn = "arn:" + partition + ":s3:::" + bucket.getAuthority();
    String directory = options.get("remote.data.dir");
    String path =
        directory == null || URI.create(directory).getPath() == null
            ? ""
            : URI.create(directory).getPath().replaceAll("^/+|/+$", "");
    return "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Action\":\"s3:GetObject\","
        + "\"Resource\":\""
        + arn
        + (path.isEmpty() ? "/*" : "/" + path + "/*")
        + "\"},{\"Effect\":\"Allow\",\"Action\":\"s3:ListBucket\",\"Resource\":\""
        + arn
        + "\"}]}";
  }

  private ObtainedSecurityToken sessionToken(FlussAwsCredentials chain) {
    try (StsClient sts = AwsClients.sts(settings, chain)) {
      return token(sts.getSessionToken().credentials());
    } catch (SdkException e) {
      if (settings.s3Endpoint() != null && settings.stsEndpoint() == null) {
        throw new SecurityTokenException(
            "The server's keys are static and "
                + settings.s3Endpoint()
                + " is not AWS, so STS gave no session token for clients. Set"
                + " s3.assumed.role.sts.endpoint to the store's own STS, or "
                + MODE
                + " to client or none.",
            e);
      }
      throw e;
    }
  }

  private ObtainedSecurityToken passThrough(AwsSessionCredentials own) {
    return token(
        new Credentials(own.accessKeyId(), own.secretAccessKey(), own.sessionToken()),
        own.expirationTime().map(Instant::toEpochMilli).orElse(null),
        Map.of());
  }

  private ObtainedSecurityToken token(
      software.amazon.awssdk.services.sts.model.Credentials credentials) {
    return token(
        new Credentials(
            credentials.accessKeyId(), credentials.secretAccessKey(), credentials.sessionToken()),
        credentials.expiration() == null ? null : credentials.expiration().toEpochMilli(),
        Map.of());
  }

  private ObtainedSecurityToken token(
      Credentials credentials, Long validUntil, Map<String, String> more) {
    Map<String, String> infos = new HashMap<>(more);
    infos.put(S3aKeys.PREFIX + "region", AwsRegion.of(settings).id());
    if (settings.s3Endpoint() != null) {
      infos.put(S3aKeys.PREFIX + "endpoint", settings.s3Endpoint());
      infos.put(S3aKeys.PREFIX + "path.style.access", Boolean.toString(settings.pathStyle()));
    }
    return new ObtainedSecurityToken(
        bucket.getScheme(), CredentialsJsonSerde.toJson(credentials), validUntil, infos);
  }
}
