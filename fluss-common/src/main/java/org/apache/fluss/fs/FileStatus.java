// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import org.apache.fluss.annotation.PublicStable;

/** A file or directory as it was found. Thread-safe. */
@PublicStable
public interface FileStatus {

  /** Length in bytes; without meaning for a directory. */
  long getLen();

  /** Whether it is a directory. */
  boolean isDir();

  /** Its absolute path. */
  FsPath getPath();
}
