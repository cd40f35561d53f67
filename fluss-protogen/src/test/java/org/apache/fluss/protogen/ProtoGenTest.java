// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.protogen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtoGenTest {
  @Test
  void parsesTheSubset() {
    List<Message> messages =
        ProtoParser.parse(
            "a.proto",
            "// file\nsyntax = \"proto2\"; package p; import \"b.proto\";\n"
                + "option java_package = \"x\";\n// A thing.\nmessage A {\n"
                + "  repeated int32 ids = 2 [packed = true]; // some ids\n"
                + "  required bytes data_field = 1 [ctype = CORD];\n  optional B b = 3;\n}\n"
                + "message Empty {}\n");
    assertThat(messages).extracting(m -> m.name).containsExactly("A", "Empty");
    Message a = messages.get(0);
    assertThat(a.comment).isEqualTo("A thing.");
    assertThat(a.fields).extracting(f -> f.name).containsExactly("data_field", "ids", "b");
    assertThat(a.fields.get(0).cord).isTrue();
    assertThat(a.fields.get(0).upperCamel()).isEqualTo("DataField");
    assertThat(a.fields.get(1).packed).isTrue();
    assertThat(a.fields.get(1).comment).isEqualTo("some ids");
    assertThat(a.fields.get(2).kind).isEqualTo(Field.Kind.MESSAGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "syntax = \"proto3\";",
        "enum E {}",
        "message A { int32 a = 1; }",
        "message A { required int32 a = 0; }",
        "message A { required int32 a = 1; required int32 b = 1; }",
        "message A { required int32 a = 1; required int32 a = 2; }",
        "message A { required int32 a = 1 [packed = true]; }",
        "message A { required int32 a = 1 [ctype = CORD]; }",
        "message A { required int32 a = 1 [deprecated = true]; }",
        "message A { repeated bool a = 1; }",
        "message A { required int32 a = 1",
        "message A"
      })
  void refusesTheRest(String text) {
    assertThatThrownBy(() -> ProtoParser.parse("a.proto", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a.proto:1: ");
  }

  @Test
  void writesOnlyWhatChanged(@TempDir Path dir) throws Exception {
    Path protos = Files.createDirectory(dir.resolve("in"));
    Path file = protos.resolve("a.proto");
    Files.writeString(file, "message A { required B b = 1; } message B {}");
    Path out = dir.resolve("out");
    ProtoGen.main(new String[] {protos.toString(), out.toString(), "x.y"});
    Path a = out.resolve("x/y/A.java");
    assertThat(a).exists();
    Object written = Files.getLastModifiedTime(a);
    Files.writeString(file, "message A { required B b = 1; } message B { optional bool c = 1; }");
    Files.writeString(out.resolve("x/y/Gone.java"), "");
    ProtoGen.generate(protos, out, "x.y");
    assertThat(Files.getLastModifiedTime(a)).isEqualTo(written);
    assertThat(out.resolve("x/y/B.java")).content().contains("getC()");
    assertThat(out.resolve("x/y/Gone.java")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message A { required A a = 1; }",
        "message A { required B b = 1; } message B { repeated A a = 1; }",
        "message A { required B b = 1; }",
        "message A {} message A {}"
      })
  void refusesUnknownAndRecursiveTypes(String text, @TempDir Path dir) throws Exception {
    Files.writeString(dir.resolve("a.proto"), text);
    assertThatThrownBy(() -> ProtoGen.generate(dir, dir.resolve("out"), "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
