// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Texts joined by a delimiter, where quotes protect the delimiter and a doubled quote is a quote.
 */
final class QuotedText {
  private QuotedText() {}

  /** Splits; elements without quotes are trimmed. Throws {@link IllegalArgumentException}. */
  static List<String> split(String text, char delimiter) {
    List<String> elements = new ArrayList<>();
    boolean afterDelimiter = false;
    int pos = 0;
    while (pos < text.length()) {
      char c = text.charAt(pos);
      if (Character.isWhitespace(c)) {
        pos++;
      } else if (c == delimiter) {
        if (afterDelimiter) {
          elements.add("");
        }
        afterDelimiter = true;
        pos++;
      } else if (c == '\'' || c == '"') {
        StringBuilder element = new StringBuilder();
        pos = expectDelimiter(text, unquote(text, pos, element), delimiter);
        elements.add(element.toString());
        afterDelimiter = false;
      } else {
        int end = text.indexOf(delimiter, pos);
        end = end < 0 ? text.length() : end;
        elements.add(text.substring(pos, end).trim());
        afterDelimiter = false;
        pos = end;
      }
    }
    return elements;
  }

  /** Appends the quoted text that starts at {@code start}; returns the position behind it. */
  private static int unquote(String text, int start, StringBuilder into) {
    char quote = text.charAt(start);
    int pos = start + 1;
    while (pos < text.length()) {
      char c = text.charAt(pos);
      if (c != quote) {
        into.append(c);
        pos++;
      } else if (pos + 1 < text.length() && text.charAt(pos + 1) == quote) {
        into.append(quote);
        pos += 2;
      } else {
        return pos + 1;
      }
    }
    throw new IllegalArgumentException(
        "The quote opened at position " + start + " is never closed in: " + text);
  }

  private static int expectDelimiter(String text, int from, char delimiter) {
    int pos = from;
    while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
      pos++;
    }
    if (pos < text.length() && text.charAt(pos) != delimiter) {
      throw new IllegalArgumentException(
          String.format(
              "Expected '%s' after the closing quote, at position %d of: %s",
              delimiter, from, text));
    }
    return pos;
  }

  /** Quotes {@code text} if splitting at {@code delimiter} would not give it back unchanged. */
  static String quote(String text, char delimiter) {
    boolean plain =
        !text.isEmpty()
            && text.indexOf(delimiter) < 0
            && text.indexOf('\'') < 0
            && text.indexOf('"') < 0
            && text.equals(text.trim());
    return plain ? text : "'" + text.replace("'", "''") + "'";
  }
}
