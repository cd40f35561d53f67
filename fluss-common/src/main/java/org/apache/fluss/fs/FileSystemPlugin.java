// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.IOException;
import java.net.URI;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.plugin.Plugin;

/** Makes the file systems of one scheme. Found as a service. */
@PublicEvolving
public interface FileSystemPlugin extends Plugin {

  /** The scheme, such as {@code s3}. */
  String getScheme();

  /**
   * Makes the file system for the scheme and authority of {@code fsUri}. The configuration is that
   * of the whole server, or of a client the keys below {@code client.fs.} without that prefix.
   */
  FileSystem create(URI fsUri, Configuration configuration) throws IOException;
}
