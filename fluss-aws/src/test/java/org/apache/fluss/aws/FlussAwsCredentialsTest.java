// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.tools.awsfake.AwsFake;
import org.apache.fluss.tools.awsfake.Call;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

class FlussAwsCredentialsTest {

  private static AwsCredentials lake(Map<String, String> properties) {
    return FlussAwsCredentials.of(AwsSettings.ofLake(properties)).resolveCredentials();
  }

  private static AwsCredentials fileSystem(Map<String, String> options) {
    return FlussAwsCredentials.of(AwsSettings.ofFileSystem(options)).resolveCredentials();
  }

  @Test
  void staticKeysOfEitherSideServeBoth() {
    assertThat(lake(Map.of("fluss.fs.s3.access-key", "FS", "fluss.fs.s3.secret-key", "s")))
        .isEqualTo(AwsBasicCredentials.create("FS", "s"));
    Map<String, String> server = new HashMap<>();
    server.put("datalake.iceberg.s3.access-key-id", "LAKE");
    server.put("datalake.iceberg.s3.secret-access-key", "s");
    assertThat(fileSystem(server).accessKeyId()).isEqualTo("LAKE");
    server.put("fs.s3a.access.key", "FS");
    server.put("fs.s3a.secret.key", "s");
    server.put("s3.session.token", "t");
    assertThat(fileSystem(server)).isEqualTo(AwsSessionCredentials.create("FS", "s", "t"));
  }

  @Test
  void halfAPairIsNamed() {
    assertThatThrownBy(() -> fileSystem(Map.of("s3.access-key", "FS")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageStartingWith("AWS-CREDENTIALS: ")
        .hasMessageContaining("fs.s3a.secret.key");
  }

  @Test
  void rolesAreAssumedAndRefreshed() {
    try (AwsFake aws = AwsFake.start()) {
      Map<String, String> properties = new HashMap<>();
      properties.put("client.assume-role.arn", "arn:aws:iam::1:role/r");
      properties.put("client.assume-role.external-id", "outside");
      properties.put("client.region", "eu-west-1");
      properties.put("fluss.sts.endpoint", aws.endpoint());
      properties.put("s3.access-key-id", "BASE");
      properties.put("s3.secret-access-key", "s");
      FlussAwsCredentials credentials = FlussAwsCredentials.of(AwsSettings.ofLake(properties));
      assertThat(credentials.resolveCredentials().accessKeyId()).isEqualTo("ASIAFAKE1");
      assertThat(credentials.resolveCredentials().accessKeyId()).isEqualTo("ASIAFAKE1");
      credentials.invalidate();
      assertThat(credentials.resolveCredentials().accessKeyId()).isEqualTo("ASIAFAKE2");
      assertThat(aws.calls()).extracting(Call::accessKey).containsOnly("BASE");
      assertThat(aws.calls().get(0).body()).contains("ExternalId=outside");
      assertThat(credentials.source()).contains("arn:aws:iam::1:role/r").doesNotContain("BASE");
      aws.faults()
          .refuse(
              "sts:AssumeRole",
              5,
              403,
              "AccessDenied",
              "not authorized to perform: sts:AssumeRole");
      credentials.invalidate();
      assertThatThrownBy(credentials::resolveCredentials)
          .isInstanceOf(AwsException.class)
          .hasMessageStartingWith("STS-DENIED: ");
    }
  }

  @Test
  void unknownClassesAreNamed() {
    assertThatThrownBy(() -> lake(Map.of("client.credentials-provider", "com.example.Nothing")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("com.example.Nothing")
        .hasMessageContaining("DefaultCredentialsProvider");
    assertThatThrownBy(() -> lake(Map.of("client.credentials-provider", "java.lang.String")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("does not implement");
  }

  /** A user's own provider. */
  public static final class OwnProvider implements AwsCredentialsProvider {
    private final String id;

    private OwnProvider(String id) {
      this.id = id;
    }

    public static OwnProvider create(Map<String, String> properties) {
      return new OwnProvider(properties.get("id"));
    }

    @Override
    public AwsCredentials resolveCredentials() {
      return AwsBasicCredentials.create(id, "s");
    }
  }

  @Test
  void aUsersOwnProviderGetsItsProperties() {
    assertThat(
            lake(Map.of(
                    "client.credentials-provider",
                    OwnProvider.class.getName(),
                    "client.credentials-provider.id",
                    "MINE"))
                .accessKeyId())
        .isEqualTo("MINE");
  }

  @Test
  void nothingPrintsSecrets() {
    AwsSettings settings =
        AwsSettings.ofFileSystem(Map.of("s3.access-key", "ID", "s3.secret-key", "geheim"));
    assertThat(settings.toString() + FlussAwsCredentials.of(settings)).doesNotContain("geheim");
    assertThat(AwsFailure.mask("key AKIAIOSFODNN7EXAMPLE is wrong"))
        .isEqualTo("key AKIA**** is wrong");
  }
}
