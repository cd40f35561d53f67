// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.fs.local.LocalFileSystem;
import org.apache.fluss.fs.local.LocalFileSystemPlugin;
import org.apache.fluss.plugin.NestedPlugins;
import org.apache.fluss.plugin.PluginManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file systems of a process and the plugins that make them. Thread-safe. */
final class FileSystemRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(FileSystemRegistry.class);
  private static final AtomicReference<FileSystemRegistry> CURRENT = new AtomicReference<>();

  private final Configuration configuration;
  private final Map<String, FileSystemPlugin> classPathPlugins = new HashMap<>();
  private final Map<String, FileSystemPlugin> nestedPlugins = new HashMap<>();
  private final Map<String, FileSystemPlugin> folderPlugins = new HashMap<>();
  private final Map<String, FileSystem> fileSystems = new HashMap<>();

  private FileSystemRegistry(Configuration configuration, PluginManager pluginManager) {
    this.configuration = new Configuration(configuration);
    register(new LocalFileSystemPlugin(), classPathPlugins);
    registerAll(
        ServiceLoader.load(FileSystemPlugin.class, FileSystem.class.getClassLoader()).iterator(),
        UnaryOperator.identity(),
        classPathPlugins);
    if (pluginManager != null) {
      registerAll(
          pluginManager.load(FileSystemPlugin.class), PluginFileSystemWrapper::of, folderPlugins);
    }
  }

  static void replace(Configuration configuration, PluginManager pluginManager) {
    CURRENT.set(new FileSystemRegistry(configuration, pluginManager));
  }

  static FileSystemRegistry current() {
    FileSystemRegistry registry = CURRENT.get();
    if (registry == null) {
      CURRENT.compareAndSet(null, new FileSystemRegistry(new Configuration(), null));
      registry = CURRENT.get();
    }
    return registry;
  }

  /** A plugin that cannot be made must not keep the others away. */
  private static void registerAll(
      Iterator<FileSystemPlugin> found,
      UnaryOperator<FileSystemPlugin> wrapper,
      Map<String, FileSystemPlugin> into) {
    while (true) {
      try {
        if (!found.hasNext()) {
          return;
        }
        register(wrapper.apply(found.next()), into);
      } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
        LOG.error("A file system plugin is skipped because it cannot be loaded.", e);
      }
    }
  }

  private static void register(FileSystemPlugin plugin, Map<String, FileSystemPlugin> into) {
    into.put(plugin.getScheme(), plugin);
    LOG.debug("File system plugin {} serves {}", plugin.getClass().getName(), plugin.getScheme());
  }

  synchronized FileSystem get(URI uri) throws IOException {
    URI absolute = uri.getScheme() == null ? local(uri) : uri;
    if (absolute.getScheme().equals(LocalFileSystem.SCHEME) && absolute.getAuthority() != null) {
      throw new IOException(
          "'" + uri + "' names a host for a local file. Write file:///path, with three slashes.");
    }
    String key = absolute.getScheme() + "://" + Objects.toString(absolute.getAuthority(), "");
    FileSystem fileSystem = fileSystems.get(key);
    if (fileSystem == null) {
      fileSystem = plugin(absolute.getScheme()).create(absolute, configuration);
      fileSystems.put(key, fileSystem);
    }
    return fileSystem;
  }

  /**
   * The plugin of a scheme. One in a folder wins over one nested in our own jar, which wins over
   * one that lies on a flat class path: nobody put that one there for us if we carry our own.
   */
  synchronized FileSystemPlugin plugin(String scheme) throws IOException {
    FileSystemPlugin plugin = folderPlugins.get(scheme);
    if (plugin == null && !scheme.equals(LocalFileSystem.SCHEME)) {
      plugin = nestedPlugins.get(scheme);
      if (plugin == null) {
        plugin = findNested(scheme);
        nestedPlugins.put(scheme, plugin);
      }
    }
    plugin = plugin == null ? classPathPlugins.get(scheme) : plugin;
    if (plugin == null) {
      throw new UnsupportedFileSystemSchemeException(
          "No file system serves '"
              + scheme
              + "://'. Put "
              + artifact(scheme)
              + " into its own directory below the directory of plugins.");
    }
    return plugin;
  }

  /** Looks into the nested plugins named like the scheme, or like its start: s3 for s3a. */
  private static FileSystemPlugin findNested(String scheme) {
    for (int end = scheme.length(); end > 0; end--) {
      Map<String, FileSystemPlugin> found = new HashMap<>();
      registerAll(
          NestedPlugins.load(
              scheme.substring(0, end).toLowerCase(Locale.ROOT), FileSystemPlugin.class),
          PluginFileSystemWrapper::of,
          found);
      if (found.containsKey(scheme)) {
        return found.get(scheme);
      }
    }
    return null;
  }

  private static String artifact(String scheme) {
    switch (scheme) {
      case "hdfs":
      case "viewfs":
        return "fluss-fs-hdfs";
      case "s3a":
      case "s3n":
        return "fluss-fs-s3";
      default:
        return "fluss-fs-" + scheme;
    }
  }

  private static URI local(URI uri) {
    return new FsPath(
            LocalFileSystem.SCHEME, null, new File(uri.getPath()).getAbsoluteFile().getPath())
        .toUri();
  }
}
