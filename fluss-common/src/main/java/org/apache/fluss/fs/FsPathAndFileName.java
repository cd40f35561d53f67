// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** A remote file and the name it gets locally. Immutable. */
@PublicEvolving
public class FsPathAndFileName {
  private final FsPath path;
  private final String fileName;

  /** Neither is null. */
  public FsPathAndFileName(FsPath path, String fileName) {
    this.path = Objects.requireNonNull(path);
    this.fileName = Objects.requireNonNull(fileName);
  }

  /** Where the file lies. */
  public FsPath getPath() {
    return path;
  }

  /** Its local name. */
  public String getFileName() {
    return fileName;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof FsPathAndFileName
        && ((FsPathAndFileName) o).path.equals(path)
        && ((FsPathAndFileName) o).fileName.equals(fileName);
  }

  @Override
  public int hashCode() {
    return Objects.hash(path, fileName);
  }

  @Override
  public String toString() {
    return path + " as " + fileName;
  }
}
