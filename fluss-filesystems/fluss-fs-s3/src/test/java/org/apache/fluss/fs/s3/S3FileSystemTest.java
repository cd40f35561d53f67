// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FileSystemContract;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.tools.awsfake.AwsFake;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

class S3FileSystemTest extends FileSystemContract {

  private static AwsFake aws;
  private static FileSystem fileSystem;
  private static int directory;

  @BeforeAll
  static void start() throws IOException {
    aws = AwsFake.start();
    aws.s3().createBucket("bucket");
    fileSystem = S3FileSystem.open(URI.create("s3://bucket/x"), options(aws));
  }

  @AfterAll
  static void stop() {
    aws.close();
  }

  static Map<String, String> options(AwsFake aws) {
    Map<String, String> options = new HashMap<>();
    options.put("s3.endpoint", aws.endpoint());
    options.put("s3.path-style-access", "true");
    options.put("s3.access-key", "AKIATEST");
    options.put("s3.secret-key", "secret");
    options.put("s3.region", "eu-west-1");
    return options;
  }

  @BeforeEach
  void emptyDirectory() {
    directory++;
  }

  @Override
  protected FileSystem fileSystem() {
    return fileSystem;
  }

  @Override
  protected FsPath base() {
    return new FsPath("s3://bucket/dir" + directory);
  }
}
