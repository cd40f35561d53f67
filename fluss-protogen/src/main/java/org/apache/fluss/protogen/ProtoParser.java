// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.protogen;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the part of the proto2 language the protocol uses: {@code syntax}, {@code package}, {@code
 * option}, {@code import} and flat {@code message} blocks of int32, int64, bool, string, bytes and
 * message fields. Anything else is refused with the file and line it stands in.
 */
final class ProtoParser {
  private static final Pattern TOKEN =
      Pattern.compile("\\s+|(//[^\\n]*)|(\"[^\"\\n]*\")|([A-Za-z_][A-Za-z0-9_.]*)|([0-9]+)|(.)");

  private final String file;
  private final List<String> tokens = new ArrayList<>();
  private final List<Integer> lines = new ArrayList<>();
  private int next;

  private ProtoParser(String file, String text) {
    this.file = file;
    Matcher matcher = TOKEN.matcher(text);
    int line = 1;
    while (matcher.find()) {
      String token = matcher.group();
      if (!token.isBlank()) {
        tokens.add(token);
        lines.add(line);
      }
      line += (int) token.chars().filter(c -> c == '\n').count();
    }
  }

  /**
   * Parses one file.
   *
   * @throws IllegalArgumentException when the text is outside the supported subset
   */
  static List<Message> parse(String file, String text) {
    return new ProtoParser(file, text).file();
  }

  private List<Message> file() {
    List<Message> messages = new ArrayList<>();
    while (true) {
      String comment = comments();
      if (next == tokens.size()) {
        return messages;
      }
      String word = take();
      switch (word) {
        case "syntax":
          expect("=");
          if (!take().equals("\"proto2\"")) {
            throw error("only proto2 is supported");
          }
          expect(";");
          break;
        case "package":
        case "option":
        case "import":
          skipStatement();
          break;
        case "message":
          messages.add(message(comment));
          break;
        default:
          throw error("unexpected '" + word + "'");
      }
    }
  }

  private Message message(String comment) {
    String name = take();
    expect("{");
    List<Field> fields = new ArrayList<>();
    comments();
    while (!peek().equals("}")) {
      fields.add(field());
      comments();
    }
    expect("}");
    fields.sort(Comparator.comparingInt(f -> f.number));
    Set<Object> seen = new HashSet<>();
    for (Field field : fields) {
      if (!seen.add(field.number) || !seen.add(field.name)) {
        throw error("duplicate field " + field.name + " = " + field.number + " in " + name);
      }
    }
    return new Message(name, comment, fields);
  }

  private Field field() {
    Field.Label label;
    switch (take()) {
      case "required":
        label = Field.Label.REQUIRED;
        break;
      case "optional":
        label = Field.Label.OPTIONAL;
        break;
      case "repeated":
        label = Field.Label.REPEATED;
        break;
      default:
        throw error("a field starts with required, optional or repeated");
    }
    String type = take();
    Field.Kind kind = kind(type);
    String name = take();
    expect("=");
    int number = Integer.parseInt(take());
    if (number < 1 || number >= 1 << 29) {
      throw error("field number out of range: " + number);
    }
    boolean packed = false;
    boolean cord = false;
    if (peek().equals("[")) {
      take();
      String option = take();
      expect("=");
      String value = take();
      expect("]");
      packed = option.equals("packed") && value.equals("true");
      cord = option.equals("ctype") && value.equals("CORD");
      if (packed == cord) {
        throw error("unknown field option " + option + " = " + value);
      }
    }
    expect(";");
    boolean number32or64 = kind == Field.Kind.INT32 || kind == Field.Kind.INT64;
    if (packed && !(number32or64 && label == Field.Label.REPEATED)) {
      throw error("packed needs a repeated number");
    }
    if (cord && (kind != Field.Kind.BYTES || label == Field.Label.REPEATED)) {
      throw error("ctype = CORD needs a single bytes field");
    }
    if (kind == Field.Kind.BOOL && label == Field.Label.REPEATED) {
      throw error("repeated bool is not supported");
    }
    return new Field(name, number, label, kind, type, packed, cord, trailingComment());
  }

  private static Field.Kind kind(String type) {
    switch (type) {
      case "int32":
      case "int64":
      case "bool":
      case "string":
      case "bytes":
        return Field.Kind.valueOf(type.toUpperCase(Locale.ROOT));
      default:
        return Field.Kind.MESSAGE;
    }
  }

  private String trailingComment() {
    boolean sameLine = next < tokens.size() && lines.get(next).equals(lines.get(next - 1));
    return sameLine && tokens.get(next).startsWith("//") ? text(take()) : "";
  }

  private String comments() {
    StringBuilder out = new StringBuilder();
    while (next < tokens.size() && tokens.get(next).startsWith("//")) {
      out.append(out.length() == 0 ? "" : " ").append(text(take()));
    }
    return out.toString();
  }

  private static String text(String comment) {
    return comment.substring(2).trim();
  }

  private void skipStatement() {
    while (!take().equals(";")) {
      // statements that do not change the classes
    }
  }

  private String peek() {
    if (next == tokens.size()) {
      throw error("unexpected end of file");
    }
    return tokens.get(next);
  }

  private String take() {
    String token = peek();
    next++;
    return token;
  }

  private void expect(String wanted) {
    String token = take();
    if (!token.equals(wanted)) {
      throw error("expected '" + wanted + "' but found '" + token + "'");
    }
  }

  private IllegalArgumentException error(String what) {
    int line = lines.isEmpty() ? 1 : lines.get(Math.min(Math.max(next - 1, 0), lines.size() - 1));
    return new IllegalArgumentException(file + ":" + line + ": " + what);
  }
}
