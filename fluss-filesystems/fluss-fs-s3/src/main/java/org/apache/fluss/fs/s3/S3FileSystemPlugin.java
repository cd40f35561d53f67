// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

import java.io.IOException;
import java.net.URI;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FileSystemPlugin;

/** S3 under {@code s3://}. */
public class S3FileSystemPlugin implements FileSystemPlugin {

  private final String scheme;

  /** For the service loader. */
  public S3FileSystemPlugin() {
    this("s3");
  }

  S3FileSystemPlugin(String scheme) {
    this.scheme = scheme;
  }

  @Override
  public String getScheme() {
    return scheme;
  }

  @Override
  public FileSystem create(URI fsUri, Configuration configuration) throws IOException {
    return S3FileSystem.open(fsUri, configuration.toMap());
  }
}
