// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.apache.fluss.fs.FSDataInputStream;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.tools.awsfake.AwsFake;
import org.apache.fluss.tools.awsfake.Call;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class S3BehaviourTest {

  private AwsFake aws;
  private Map<String, String> options;

  @BeforeEach
  void start() {
    aws = AwsFake.start();
    aws.s3().createBucket("bucket");
    options = S3FileSystemTest.options(aws);
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  private FileSystem open() throws IOException {
    return S3FileSystem.open(URI.create("s3://bucket/"), options);
  }

  private static FsPath path(String key) {
    return new FsPath("s3://bucket/" + key);
  }

  private static void write(FileSystem fs, String key, byte[] bytes) throws IOException {
    try (OutputStream out = fs.create(path(key), FileSystem.WriteMode.OVERWRITE)) {
      out.write(bytes);
    }
  }

  @Test
  void largeFilesGoUpInParts() throws IOException {
    options.put("s3.multipart.size", "5M");
    options.put("s3.multipart.threshold", "5M");
    FileSystem fs = open();
    for (int size : new int[] {0, 1, 5 << 20, (5 << 20) + 1, 12 << 20}) {
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      write(fs, "large", bytes);
      assertThat(Arrays.equals(aws.s3().object("bucket", "large"), bytes)).as("" + size).isTrue();
    }
    assertThat(aws.calls("s3:UploadPart").size()).isGreaterThanOrEqualTo(3);
    assertThat(aws.s3().openUploads()).isZero();
  }

  @Test
  void largeFilesAreCopiedInParts() throws IOException {
    options.put("s3.multipart.size", "5M");
    options.put("s3.multipart.threshold", "5M");
    FileSystem fs = open();
    byte[] bytes = new byte[12 << 20];
    new Random(1).nextBytes(bytes);
    write(fs, "from", bytes);
    assertThat(fs.rename(path("from"), path("to"))).isTrue();
    assertThat(Arrays.equals(aws.s3().object("bucket", "to"), bytes)).isTrue();
    assertThat(aws.s3().object("bucket", "from")).isNull();
  }

  @Test
  void aSmallFileIsOneRequest() throws IOException {
    FileSystem fs = open();
    int before = aws.calls().size();
    write(fs, "a/b/small", new byte[10]);
    assertThat(aws.calls().subList(before, aws.calls().size()))
        .extracting(Call::operation)
        .containsExactly("s3:PutObject");
  }

  @Test
  void randomReads() throws IOException {
    FileSystem fs = open();
    byte[] bytes = new byte[1 << 20];
    new Random(1).nextBytes(bytes);
    write(fs, "file", bytes);
    Random random = new Random(2);
    try (FSDataInputStream in = fs.open(path("file"))) {
      byte[] part = new byte[100];
      for (int i = 0; i < 50; i++) {
        int position = random.nextInt(bytes.length - part.length);
        in.seek(position);
        assertThat(in.readNBytes(part, 0, part.length)).isEqualTo(part.length);
        assertThat(part).isEqualTo(Arrays.copyOfRange(bytes, position, position + part.length));
      }
    }
    assertThat(aws.calls("s3:GetObject").size()).isLessThanOrEqualTo(51);
  }

  @Test
  void manyFilesAreDeletedTogether() throws IOException {
    FileSystem fs = open();
    for (int i = 0; i < 1500; i++) {
      // straight into the store: this is about deleting
      aws.s3().createBucket("bucket");
      put("many/f" + i);
    }
    assertThat(fs.listStatus(path("many"))).hasSize(1500);
    assertThat(fs.delete(path("many"), true)).isTrue();
    assertThat(aws.s3().keys("bucket", "many/")).isEmpty();
    assertThat(aws.calls("s3:DeleteObjects").size()).isBetween(2, 10);
  }

  private void put(String key) throws IOException {
    java.net.HttpURLConnection connection =
        (java.net.HttpURLConnection)
            URI.create(aws.endpoint() + "/bucket/" + key).toURL().openConnection();
    connection.setRequestMethod("PUT");
    connection.setDoOutput(true);
    connection.getOutputStream().close();
    assertThat(connection.getResponseCode()).isEqualTo(200);
  }

  @Test
  void refusalsOpenWithTheirCode() throws IOException {
    FileSystem fs = open();
    aws.faults().refuse("s3:PutObject", 1, 403, "AccessDenied", "Access Denied");
    assertThatThrownBy(() -> write(fs, "denied", new byte[1]))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageStartingWith("S3-ACCESS-DENIED: while writing s3://bucket/denied");
    // told once, not asked again
    assertThat(aws.calls("s3:PutObject")).hasSize(1);
    FileSystem elsewhere = S3FileSystem.open(URI.create("s3://nowhere/"), options);
    assertThatThrownBy(
            () -> {
              try (OutputStream out =
                  elsewhere.create(new FsPath("s3://nowhere/x"), FileSystem.WriteMode.OVERWRITE)) {
                out.write(1);
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("S3-BUCKET-MISSING: ");
  }

  @Test
  void slowDownIsWaitedOut() throws IOException {
    FileSystem fs = open();
    aws.faults().refuse("s3:PutObject", 2, 503, "SlowDown", "Please reduce your request rate.");
    write(fs, "slow", new byte[] {1});
    assertThat(aws.s3().object("bucket", "slow")).containsExactly(1);
  }

  @Test
  void everySpellingOfTheKeysIsUnderstood() throws IOException {
    for (String[] spelling :
        new String[][] {
          {"s3.access-key", "s3.secret-key"},
          {"s3.access.key", "s3.secret.key"},
          {"s3a.access-key", "s3a.secret-key"},
          {"fs.s3a.access.key", "fs.s3a.secret.key"}
        }) {
      options.keySet().removeIf(k -> k.contains("access-key") || k.contains("key"));
      options.put(spelling[0], "AKIA" + spelling[0].length());
      options.put(spelling[1], "secret");
      write(open(), "spelled", new byte[1]);
      assertThat(aws.calls().get(aws.calls().size() - 1))
          .extracting(Call::accessKey)
          .isEqualTo("AKIA" + spelling[0].length());
    }
  }

  @Test
  void anonymousRequestsAreNotSigned() throws IOException {
    options.keySet().removeIf(k -> k.contains("key"));
    options.put(
        "fs.s3a.aws.credentials.provider",
        "org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider");
    write(open(), "public", new byte[1]);
    assertThat(aws.calls("s3:PutObject")).extracting(Call::accessKey).containsOnlyNulls();
  }

  @Test
  void providersOfTheOldSdkAreMapped() throws IOException {
    options.keySet().removeIf(k -> k.contains("key"));
    options.put(
        "fs.s3a.aws.credentials.provider",
        "com.amazonaws.auth.SystemPropertiesCredentialsProvider,"
            + "com.amazonaws.auth.EnvironmentVariableCredentialsProvider");
    System.setProperty("aws.accessKeyId", "AKIAPROPERTY");
    System.setProperty("aws.secretAccessKey", "secret");
    try {
      write(open(), "mapped", new byte[1]);
    } finally {
      System.clearProperty("aws.accessKeyId");
      System.clearProperty("aws.secretAccessKey");
    }
    assertThat(aws.calls("s3:PutObject")).extracting(Call::accessKey).containsOnly("AKIAPROPERTY");
  }

  @Test
  void aRoleIsAssumedWithS3aProviderName() throws IOException {
    options.put(
        "s3.aws.credentials.provider",
        "org.apache.hadoop.fs.s3a.auth.AssumedRoleCredentialProvider");
    options.put("s3.assumed.role.arn", "arn:aws:iam::123456789012:role/r");
    options.put("s3.assumed.role.sts.endpoint", aws.endpoint());
    options.put(
        "s3.assumed.role.credentials.provider",
        "com.amazonaws.auth.SystemPropertiesCredentialsProvider");
    options.keySet().removeIf(k -> k.contains("-key"));
    System.setProperty("aws.accessKeyId", "AKIABASE");
    System.setProperty("aws.secretAccessKey", "secret");
    try {
      write(open(), "assumed", new byte[1]);
    } finally {
      System.clearProperty("aws.accessKeyId");
      System.clearProperty("aws.secretAccessKey");
    }
    assertThat(aws.calls("sts:AssumeRole")).extracting(Call::accessKey).containsOnly("AKIABASE");
    assertThat(aws.calls("s3:PutObject")).extracting(Call::accessKey).containsOnly("ASIAFAKE1");
  }
}
