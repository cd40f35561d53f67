// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.protogen;

import java.util.List;

/** One message as declared in a {@code .proto} file; fields in ascending number order. */
final class Message {
  final String name;
  final String comment;
  final List<Field> fields;

  Message(String name, String comment, List<Field> fields) {
    this.name = name;
    this.comment = comment;
    this.fields = fields;
  }

  /** Whether the message carries an error code and text, as the answers for one bucket do. */
  boolean isErrorMessage() {
    return has("error_code", Field.Kind.INT32) && has("error_message", Field.Kind.STRING);
  }

  private boolean has(String name, Field.Kind kind) {
    return fields.stream().anyMatch(f -> f.name.equals(name) && f.kind == kind && !f.repeated());
  }
}
