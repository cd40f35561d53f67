// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.protogen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns the {@code .proto} files of a directory into Java message classes: {@code ProtoGen
 * <directory of .proto files> <output root> <java package>}. Files that would not change are left
 * alone, files of messages that are gone are removed.
 */
public final class ProtoGen {
  private ProtoGen() {}

  /** Runs the generator; fails with an exception that names file and line. */
  public static void main(String[] args) throws IOException {
    if (args.length != 3) {
      throw new IllegalArgumentException("usage: ProtoGen <proto dir> <output root> <package>");
    }
    generate(Path.of(args[0]), Path.of(args[1]), args[2]);
  }

  static void generate(Path protoDir, Path outputRoot, String javaPackage) throws IOException {
    Map<String, Message> messages = new HashMap<>();
    for (Path file : list(protoDir, ".proto")) {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      for (Message message : ProtoParser.parse(file.getFileName().toString(), text)) {
        if (messages.put(message.name, message) != null) {
          throw new IllegalArgumentException(file + ": " + message.name + " is declared twice");
        }
      }
    }
    Set<String> holdsBytes = new HashSet<>();
    Set<String> holdsRecords = new HashSet<>();
    for (Message message : messages.values()) {
      if (anyField(message, messages, f -> f.kind == Field.Kind.BYTES, new HashSet<>())) {
        holdsBytes.add(message.name);
      }
      if (anyField(message, messages, f -> f.cord, new HashSet<>())) {
        holdsRecords.add(message.name);
      }
    }
    Path directory = outputRoot.resolve(javaPackage.replace('.', '/'));
    Files.createDirectories(directory);
    Set<Path> wanted = new HashSet<>();
    for (Message message : messages.values()) {
      Path file = directory.resolve(message.name + ".java");
      wanted.add(file);
      String source = new MessageSource(message, holdsBytes, holdsRecords).generate(javaPackage);
      if (!Files.exists(file) || !Files.readString(file).equals(source)) {
        Files.writeString(file, source);
      }
    }
    for (Path file : list(directory, ".java")) {
      if (!wanted.contains(file)) {
        Files.delete(file);
      }
    }
  }

  /**
   * Whether a field of the message or of one below it matches. Also checks that every named type
   * exists and that no message contains itself.
   */
  private static boolean anyField(
      Message message, Map<String, Message> messages, Predicate<Field> wanted, Set<String> above) {
    if (!above.add(message.name)) {
      throw new IllegalArgumentException(
          message.name + " contains itself, decoding depth would be unbounded");
    }
    boolean found = false;
    for (Field field : message.fields) {
      found |= wanted.test(field);
      if (field.kind == Field.Kind.MESSAGE) {
        Message type = messages.get(field.type);
        if (type == null) {
          throw new IllegalArgumentException(
              message.name + "." + field.name + " has the unknown type " + field.type);
        }
        found |= anyField(type, messages, wanted, above);
      }
    }
    above.remove(message.name);
    return found;
  }

  private static List<Path> list(Path directory, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(f -> f.getFileName().toString().endsWith(suffix))
          .sorted()
          .collect(Collectors.toCollection(ArrayList::new));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
