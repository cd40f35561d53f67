// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

/** S3 under {@code s3a://}. */
public final class S3AFileSystemPlugin extends S3FileSystemPlugin {

  /** For the service loader. */
  public S3AFileSystemPlugin() {
    super("s3a");
  }
}
