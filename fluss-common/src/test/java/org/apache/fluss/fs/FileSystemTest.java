// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.fs.local.LocalFileSystem;
import org.apache.fluss.fs.local.LocalSecurityTokenReceiver;
import org.apache.fluss.fs.token.Credentials;
import org.apache.fluss.fs.token.CredentialsJsonSerde;
import org.apache.fluss.plugin.PluginManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FileSystemTest {
  private static final ClassLoader LOADER = new ClassLoader() {};

  private final List<URI> created = new ArrayList<>();
  private final List<ClassLoader> loaders = new ArrayList<>();

  @AfterEach
  void reset() {
    FileSystem.initialize(new Configuration(), null);
  }

  @Test
  void oneFileSystemPerAuthority() throws IOException {
    FileSystem.initialize(new Configuration(), plugins(new TestPlugin()));
    FileSystem one = FileSystem.get(URI.create("test://one/x"));
    assertThat(FileSystem.get(URI.create("test://one/y"))).isSameAs(one);
    assertThat(FileSystem.get(URI.create("test://two/x"))).isNotSameAs(one);
    assertThat(created).hasSize(2);
    assertThat(new FsPath("test://one/z").getFileSystem()).isSameAs(one);
    FileSystem.initialize(new Configuration(), plugins(new TestPlugin()));
    assertThat(FileSystem.get(URI.create("test://one/x"))).isNotSameAs(one);
  }

  @Test
  void withoutSchemeIsLocal() throws IOException {
    assertThat(FileSystem.get(URI.create("relative/file"))).isSameAs(LocalFileSystem.INSTANCE);
    assertThatThrownBy(() -> FileSystem.get(URI.create("file://etc/hosts")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("three slashes");
    assertThatThrownBy(() -> FileSystem.get(URI.create("hdfs://name/x")))
        .isInstanceOf(UnsupportedFileSystemSchemeException.class)
        .hasMessageContaining("fluss-fs-hdfs");
  }

  @Test
  void aBrokenPluginKeepsNoOtherAway() throws IOException {
    Iterator<FileSystemPlugin> good = List.<FileSystemPlugin>of(new TestPlugin()).iterator();
    Iterator<FileSystemPlugin> broken =
        new Iterator<FileSystemPlugin>() {
          private boolean failed;

          @Override
          public boolean hasNext() {
            return !failed || good.hasNext();
          }

          @Override
          public FileSystemPlugin next() {
            if (!failed) {
              failed = true;
              throw new ServiceConfigurationError("broken");
            }
            return good.next();
          }
        };
    FileSystem.initialize(new Configuration(), manager(broken));
    assertThat(FileSystem.get(URI.create("test://x/"))).isNotNull();
  }

  @Test
  void pluginsSeeTheirOwnClassLoader() throws IOException {
    ClassLoader outside = Thread.currentThread().getContextClassLoader();
    FileSystem.initialize(new Configuration(), plugins(new TestPlugin()));
    FileSystem fileSystem = FileSystem.get(URI.create("test://x/"));
    fileSystem.mkdirs(new FsPath("test://x/y"));
    assertThat(loaders).containsOnly(LOADER);
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(outside);
  }

  @Test
  void receivers() throws IOException {
    assertThat(SecurityTokenReceivers.of("file")).isInstanceOf(LocalSecurityTokenReceiver.class);
    assertThatThrownBy(() -> SecurityTokenReceivers.of("nowhere"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void credentialsAsJson() {
    byte[] json = CredentialsJsonSerde.toJson(new Credentials("id", "secret", null));
    assertThat(new String(json, StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"version\":1,\"access_key_id\":\"id\",\"access_key_secret\":\"secret\","
                + "\"security_token\":null}");
    Credentials read = CredentialsJsonSerde.fromJson(json);
    assertThat(Arrays.asList(read.getAccessKeyId(), read.getSecretAccessKey()))
        .containsExactly("id", "secret");
    assertThat(read.getSecurityToken()).isNull();
    assertThat(read.toString()).doesNotContain("secret");
  }

  private static PluginManager plugins(FileSystemPlugin plugin) {
    return manager(List.of(plugin).iterator());
  }

  private static PluginManager manager(Iterator<FileSystemPlugin> plugins) {
    return new PluginManager() {
      @Override
      @SuppressWarnings("unchecked")
      public <P> Iterator<P> load(Class<P> service) {
        return (Iterator<P>) plugins;
      }
    };
  }

  private final class TestPlugin implements FileSystemPlugin {
    @Override
    public String getScheme() {
      return "test";
    }

    @Override
    public ClassLoader getClassLoader() {
      return LOADER;
    }

    @Override
    public FileSystem create(URI fsUri, Configuration configuration) {
      created.add(fsUri);
      loaders.add(Thread.currentThread().getContextClassLoader());
      return new StubFileSystem(
          fsUri, () -> loaders.add(Thread.currentThread().getContextClassLoader()));
    }
  }
}
