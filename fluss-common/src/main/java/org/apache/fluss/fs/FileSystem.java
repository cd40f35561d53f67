// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import org.apache.fluss.annotation.PublicStable;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.plugin.PluginManager;

/**
 * Files in one place: the local disk, a bucket, a cluster. Instances are shared and thread-safe;
 * the streams they open are not.
 */
@PublicStable
public abstract class FileSystem {

  /** What {@link #create} does about a file that is there already. */
  @PublicStable
  public enum WriteMode {
    /** Fails. */
    NO_OVERWRITE,
    /** Replaces it. */
    OVERWRITE
  }

  /** For implementations. */
  public FileSystem() {}

  /**
   * Forgets all file systems and makes new ones with this configuration from now on.
   *
   * @param pluginManager where to look for plugins besides the class path; may be null
   */
  public static void initialize(Configuration configuration, PluginManager pluginManager)
      throws IllegalConfigurationException {
    FileSystemRegistry.replace(configuration, pluginManager);
  }

  /**
   * The file system of a URI; one without scheme is local. Throws {@link
   * UnsupportedFileSystemSchemeException} if no plugin serves the scheme.
   */
  public static FileSystem get(URI uri) throws IOException {
    return getUnguardedFileSystem(uri);
  }

  /** The same as {@link #get}. */
  public static FileSystem getUnguardedFileSystem(URI uri) throws IOException {
    return FileSystemRegistry.current().get(uri);
  }

  /** Gets a token with which clients read the files of this file system. */
  public abstract ObtainedSecurityToken obtainSecurityToken() throws IOException;

  /** Scheme and authority. */
  public abstract URI getUri();

  /** A file or directory; {@link FileNotFoundException} if it is not there. */
  public abstract FileStatus getFileStatus(FsPath path) throws IOException;

  /** Opens a file for reading; {@link FileNotFoundException}, now or at the first read. */
  public abstract FSDataInputStream open(FsPath path) throws IOException;

  /**
   * What lies in a directory, or a file itself. If it is not there: null, an empty array or {@link
   * FileNotFoundException}, depending on the file system.
   */
  public abstract FileStatus[] listStatus(FsPath path) throws IOException;

  /** Whether the file or directory is there. */
  public boolean exists(FsPath path) throws IOException {
    try {
      return getFileStatus(path) != null;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * Deletes a file or directory; false if it was not there. Throws {@link IOException} and deletes
   * nothing if a directory is not empty and {@code recursive} is not set.
   */
  public abstract boolean delete(FsPath path, boolean recursive) throws IOException;

  /**
   * Makes a directory and its parents; true even if it was there. A file in the way is an error.
   */
  public abstract boolean mkdirs(FsPath path) throws IOException;

  /** Starts a new file; missing parents are made. */
  public abstract FSDataOutputStream create(FsPath path, WriteMode mode) throws IOException;

  /** Moves a file or directory; missing parents of {@code to} are made. False if that failed. */
  public abstract boolean rename(FsPath from, FsPath to) throws IOException;
}
