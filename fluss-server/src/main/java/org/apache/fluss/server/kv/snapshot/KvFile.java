// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.snapshot;

import java.util.Objects;

/** One file of a snapshot: where it is, and what it is called in a database. Immutable. */
public final class KvFile {
  private final String remotePath;
  private final long sizeBytes;
  private final String localName;

  /**
   * @param remotePath full URI
   * @param localName a bare file name
   * @throws IllegalArgumentException when the name would leave the database's directory, or the
   *     size is negative
   */
  public KvFile(String remotePath, long sizeBytes, String localName) {
    if (localName.isEmpty()
        || localName.equals(".")
        || localName.equals("..")
        || localName.indexOf('/') >= 0
        || localName.indexOf('\\') >= 0
        || localName.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("'" + localName + "' is no name for a snapshot's file.");
    }
    if (sizeBytes < 0) {
      throw new IllegalArgumentException(remotePath + " cannot have " + sizeBytes + " bytes.");
    }
    this.remotePath = remotePath;
    this.sizeBytes = sizeBytes;
    this.localName = localName;
  }

  public String remotePath() {
    return remotePath;
  }

  public long sizeBytes() {
    return sizeBytes;
  }

  public String localName() {
    return localName;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof KvFile)) {
      return false;
    }
    KvFile that = (KvFile) o;
    return sizeBytes == that.sizeBytes
        && remotePath.equals(that.remotePath)
        && localName.equals(that.localName);
  }

  @Override
  public int hashCode() {
    return Objects.hash(remotePath, sizeBytes, localName);
  }

  @Override
  public String toString() {
    return localName + " at " + remotePath;
  }
}
