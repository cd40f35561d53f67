// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.IOException;
import java.net.URI;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.utils.TemporaryClassLoaderContext;
import org.apache.fluss.utils.function.SupplierWithException;

/**
 * A file system plugin whose every call, and those of its file systems, run with the class loader
 * of the plugin as context class loader: Hadoop and SDKs look up classes and services through it.
 */
public class PluginFileSystemWrapper implements FileSystemPlugin {
  private final FileSystemPlugin plugin;

  private PluginFileSystemWrapper(FileSystemPlugin plugin) {
    this.plugin = plugin;
  }

  /** Wraps {@code plugin}. */
  public static PluginFileSystemWrapper of(FileSystemPlugin plugin) {
    return new PluginFileSystemWrapper(plugin);
  }

  @Override
  public ClassLoader getClassLoader() {
    return plugin.getClassLoader();
  }

  @Override
  public String getScheme() {
    return plugin.getScheme();
  }

  @Override
  public FileSystem create(URI fsUri, Configuration configuration) throws IOException {
    ClassLoader loader = plugin.getClassLoader();
    return new InPlugin(call(loader, () -> plugin.create(fsUri, configuration)), loader);
  }

  private static <R> R call(ClassLoader loader, SupplierWithException<R, IOException> action)
      throws IOException {
    try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(loader)) {
      return action.get();
    }
  }

  private static final class InPlugin extends FileSystem {
    private final FileSystem inner;
    private final ClassLoader loader;

    private InPlugin(FileSystem inner, ClassLoader loader) {
      this.inner = inner;
      this.loader = loader;
    }

    @Override
    public ObtainedSecurityToken obtainSecurityToken() throws IOException {
      return call(loader, inner::obtainSecurityToken);
    }

    @Override
    public URI getUri() {
      try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(loader)) {
        return inner.getUri();
      }
    }

    @Override
    public FileStatus getFileStatus(FsPath path) throws IOException {
      return call(loader, () -> inner.getFileStatus(path));
    }

    @Override
    public FSDataInputStream open(FsPath path) throws IOException {
      return call(loader, () -> inner.open(path));
    }

    @Override
    public FileStatus[] listStatus(FsPath path) throws IOException {
      return call(loader, () -> inner.listStatus(path));
    }

    @Override
    public boolean exists(FsPath path) throws IOException {
      return call(loader, () -> inner.exists(path));
    }

    @Override
    public boolean delete(FsPath path, boolean recursive) throws IOException {
      return call(loader, () -> inner.delete(path, recursive));
    }

    @Override
    public boolean mkdirs(FsPath path) throws IOException {
      return call(loader, () -> inner.mkdirs(path));
    }

    @Override
    public FSDataOutputStream create(FsPath path, WriteMode mode) throws IOException {
      return call(loader, () -> inner.create(path, mode));
    }

    @Override
    public boolean rename(FsPath from, FsPath to) throws IOException {
      return call(loader, () -> inner.rename(from, to));
    }
  }
}
