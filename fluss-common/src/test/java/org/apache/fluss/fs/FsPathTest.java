// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class FsPathTest {
  @Test
  void normalised() {
    assertThat(new FsPath("/a//b///c/")).hasToString("/a/b/c");
    assertThat(new FsPath("\\a\\b")).hasToString("/a/b");
    assertThat(new FsPath("s3://bucket/a/./b/../c")).hasToString("s3://bucket/a/c");
    assertThat(new FsPath("s3://bucket/with space%20")).hasToString("s3://bucket/with space%20");
    assertThat(new FsPath("/")).hasToString("/");
    assertThat(new FsPath("file:///x")).hasToString("file:/x");
    assertThat(new FsPath("C:/x")).hasToString("C:/x");
    assertThat(new FsPath("C:/x").getPath()).isEqualTo("/C:/x");
    assertThat(new FsPath("/C:/").getPath()).isEqualTo("/C:/");
    assertThat(new FsPath("a/b")).hasToString("a/b");
    assertThatThrownBy(() -> new FsPath("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FsPath((String) null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void parts() {
    FsPath path = new FsPath("s3", "bucket", "/a/b");
    assertThat(path.getName()).isEqualTo("b");
    assertThat(path.getParent()).isEqualTo(new FsPath("s3://bucket/a"));
    assertThat(path.getParent().getParent()).isEqualTo(new FsPath("s3://bucket/"));
    assertThat(path.getParent().getParent().getParent()).isNull();
    assertThat(new FsPath("name").getParent()).isEqualTo(new FsPath("."));
    assertThat(new FsPath("/name").getParent()).isEqualTo(new FsPath("/"));
    assertThat(new FsPath("/C:/x").getParent().getPath()).isEqualTo("/C:/");
    assertThat(new FsPath("/C:/").getParent()).isNull();
  }

  @Test
  void joined() {
    FsPath expected = new FsPath("s3://bucket/a/b/c");
    assertThat(new FsPath(new FsPath("s3://bucket/a"), "b/c")).isEqualTo(expected);
    assertThat(new FsPath(new FsPath("s3://bucket/a"), "/b/c")).isEqualTo(expected);
    assertThat(new FsPath("s3://bucket/a", "b/c")).isEqualTo(expected);
    assertThat(new FsPath("s3://bucket/a", new FsPath("b/c"))).isEqualTo(expected);
    assertThat(new FsPath(new FsPath("s3://bucket"), new FsPath("/a/b/c"))).isEqualTo(expected);
    assertThat(new FsPath(URI.create("s3://bucket/a//b/c/"))).isEqualTo(expected);
    assertThat(expected).hasSameHashCodeAs(new FsPath("s3://bucket/a/b/c/"));
    assertThat(new FsPath(new FsPath("s3://bucket/p"), "a:b c")).hasToString("s3://bucket/p/a:b c");
  }
}
