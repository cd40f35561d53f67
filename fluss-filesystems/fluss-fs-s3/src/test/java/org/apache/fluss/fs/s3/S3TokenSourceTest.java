// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.exception.SecurityTokenException;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.fs.s3.token.S3DelegationTokenReceiver;
import org.apache.fluss.fs.token.Credentials;
import org.apache.fluss.fs.token.CredentialsJsonSerde;
import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.tools.awsfake.AwsFake;
import org.apache.fluss.tools.awsfake.Call;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class S3TokenSourceTest {

  private static final URI BUCKET = URI.create("s3://bucket");

  private AwsFake aws;
  private Map<String, String> options;
  private ManualClock clock;

  @BeforeEach
  void start() {
    aws = AwsFake.start();
    aws.s3().createBucket("bucket");
    options = S3FileSystemTest.options(aws);
    options.put("s3.assumed.role.sts.endpoint", aws.endpoint());
    clock = new ManualClock(System.currentTimeMillis());
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  private S3TokenSource source() {
    return new S3TokenSource(BUCKET, options, clock);
  }

  @Test
  void staticKeysGiveASessionToken() throws Exception {
    ObtainedSecurityToken token = source().obtain();
    assertThat(token.getScheme()).isEqualTo("s3");
    assertThat(new String(token.getToken(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"version\":1,\"access_key_id\":\"ASIAFAKE1\",\"access_key_secret\":\"secret1\","
                + "\"security_token\":\"token1\"}");
    assertThat(token.getValidUntil()).isPresent();
    assertThat(token.getAdditionInfos())
        .containsEntry("fs.s3a.region", "eu-west-1")
        .containsEntry("fs.s3a.endpoint", aws.endpoint())
        .containsEntry("fs.s3a.path.style.access", "true");
    assertThat(aws.calls("sts:GetSessionToken")).hasSize(1);
  }

  @Test
  void oneTokenServesUntilAQuarterOfItsLifeIsLeft() throws Exception {
    S3TokenSource source = source();
    source.obtain();
    clock.advanceTime(java.time.Duration.ofMinutes(44));
    source.obtain();
    assertThat(aws.sts().issued()).isEqualTo(1);
    clock.advanceTime(java.time.Duration.ofMinutes(2));
    source.obtain();
    assertThat(aws.sts().issued()).isEqualTo(2);
  }

  @Test
  void aRoleGivesATokenThatOnlyReads() throws Exception {
    options.put("s3.assumed.role.arn", "arn:aws:iam::123456789012:role/readers");
    options.put("remote.data.dir", "s3://bucket/remote");
    source().obtain();
    Call call = aws.calls("sts:AssumeRole").get(0);
    assertThat(java.net.URLDecoder.decode(call.body(), StandardCharsets.UTF_8))
        .contains("RoleArn=arn:aws:iam::123456789012:role/readers")
        .contains("\"Action\":\"s3:GetObject\",\"Resource\":\"arn:aws:s3:::bucket/remote/*\"")
        .doesNotContain("PutObject");
  }

  @Test
  void sessionCredentialsArePassedThrough() throws Exception {
    options.put("s3.session.token", "mine");
    ObtainedSecurityToken token = source().obtain();
    assertThat(CredentialsJsonSerde.fromJson(token.getToken()).getSecurityToken())
        .isEqualTo("mine");
    assertThat(aws.calls()).isEmpty();
  }

  @Test
  void aStoreWithoutStsIsNamed() {
    options.remove("s3.assumed.role.sts.endpoint");
    options.put("s3.assumed.role.sts.endpoint", "http://127.0.0.1:1");
    assertThatThrownBy(() -> source().obtain()).isInstanceOf(RuntimeException.class);
    options.put("s3.token.mode", "none");
    assertThatThrownBy(() -> source().obtain()).isInstanceOf(SecurityTokenException.class);
    options.put("s3.token.mode", "what");
    assertThatThrownBy(() -> source().obtain())
        .isInstanceOf(SecurityTokenException.class)
        .hasMessageContaining("assume-role");
  }

  @Test
  void aClientWithoutOptionsReadsWithTheTokenItReceived() throws Exception {
    Map<String, String> infos = new HashMap<>();
    infos.put("fs.s3a.region", "eu-west-1");
    infos.put("fs.s3a.endpoint", aws.endpoint());
    infos.put("fs.s3a.path.style.access", "true");
    S3DelegationTokenReceiver receiver = new S3DelegationTokenReceiver();
    try {
      receiver.onNewTokensObtained(token("ASIAFIRST", infos));
      FileSystem fs = S3FileSystem.open(BUCKET, Map.of());
      writeOne(fs);
      receiver.onNewTokensObtained(token("ASIASECOND", infos));
      writeOne(fs);
      assertThat(aws.calls("s3:PutObject"))
          .extracting(Call::accessKey)
          .containsExactly("ASIAFIRST", "ASIASECOND");
    } finally {
      receiver.onNewTokensObtained(token("", Map.of()));
    }
  }

  private static ObtainedSecurityToken token(String keyId, Map<String, String> infos) {
    return new ObtainedSecurityToken(
        "s3", CredentialsJsonSerde.toJson(new Credentials(keyId, "secret", "t")), null, infos);
  }

  private static void writeOne(FileSystem fs) throws Exception {
    try (OutputStream out =
        fs.create(new FsPath("s3://bucket/one"), FileSystem.WriteMode.OVERWRITE)) {
      out.write(1);
    }
  }
}
