// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.local;

import java.net.URI;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FileSystemPlugin;

/** Makes the local file system. */
public final class LocalFileSystemPlugin implements FileSystemPlugin {
  /** For the service loader. */
  public LocalFileSystemPlugin() {}

  @Override
  public String getScheme() {
    return LocalFileSystem.SCHEME;
  }

  @Override
  public FileSystem create(URI fsUri, Configuration configuration) {
    return LocalFileSystem.INSTANCE;
  }
}
