// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.protogen;

/** One field of a message as declared in a {@code .proto} file. */
final class Field {
  enum Label {
    REQUIRED,
    OPTIONAL,
    REPEATED
  }

  enum Kind {
    INT32(0),
    INT64(0),
    BOOL(0),
    STRING(2),
    BYTES(2),
    MESSAGE(2);

    final int wireType;

    Kind(int wireType) {
      this.wireType = wireType;
    }
  }

  final String name;
  final int number;
  final Label label;
  final Kind kind;

  /** Name of the message class when {@link #kind} is MESSAGE, otherwise the proto type. */
  final String type;

  /** A repeated number that is written as one length-delimited block. */
  final boolean packed;

  /** {@code [ctype = CORD]}: may hold gathered buffers and file regions that are never copied. */
  final boolean cord;

  /** Comment behind the field in the file; may be empty. */
  final String comment;

  Field(
      String name,
      int number,
      Label label,
      Kind kind,
      String type,
      boolean packed,
      boolean cord,
      String comment) {
    this.name = name;
    this.number = number;
    this.label = label;
    this.kind = kind;
    this.type = type;
    this.packed = packed;
    this.cord = cord;
    this.comment = comment;
  }

  boolean repeated() {
    return label == Label.REPEATED;
  }

  /** {@code foo_bar} becomes {@code FooBar}. */
  String upperCamel() {
    StringBuilder out = new StringBuilder();
    for (String part : name.split("_")) {
      out.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
    }
    return out.toString();
  }

  /** {@code foo_bar} becomes {@code fooBar}. */
  String lowerCamel() {
    String upper = upperCamel();
    return Character.toLowerCase(upper.charAt(0)) + upper.substring(1);
  }
}
