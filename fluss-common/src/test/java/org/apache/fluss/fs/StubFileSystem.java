// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.FileNotFoundException;
import java.net.URI;
import java.util.Collections;
import org.apache.fluss.fs.token.ObtainedSecurityToken;

/** Holds no files, and says so when a directory is made. */
final class StubFileSystem extends FileSystem {
  private final URI uri;
  private final Runnable onMkdirs;

  StubFileSystem(URI uri, Runnable onMkdirs) {
    this.uri = uri;
    this.onMkdirs = onMkdirs;
  }

  @Override
  public ObtainedSecurityToken obtainSecurityToken() {
    return new ObtainedSecurityToken(uri.getScheme(), new byte[0], null, Collections.emptyMap());
  }

  @Override
  public URI getUri() {
    return uri;
  }

  @Override
  public FileStatus getFileStatus(FsPath path) throws FileNotFoundException {
    throw new FileNotFoundException();
  }

  @Override
  public FSDataInputStream open(FsPath path) throws FileNotFoundException {
    throw new FileNotFoundException();
  }

  @Override
  public FileStatus[] listStatus(FsPath path) {
    return new FileStatus[0];
  }

  @Override
  public boolean delete(FsPath path, boolean recursive) {
    return false;
  }

  @Override
  public boolean mkdirs(FsPath path) {
    onMkdirs.run();
    return true;
  }

  @Override
  public FSDataOutputStream create(FsPath path, WriteMode mode) throws FileNotFoundException {
    throw new FileNotFoundException();
  }

  @Override
  public boolean rename(FsPath from, FsPath to) {
    return false;
  }
}
