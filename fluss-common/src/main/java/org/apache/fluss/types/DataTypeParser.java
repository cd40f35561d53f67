// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.fluss.metadata.ValidationException;

/** Reads a type from SQL text; a recursive descent over a list of tokens. */
public final class DataTypeParser {
  private static final String KEYWORD_TEXT =
      "CHAR STRING BOOLEAN BINARY BYTES DECIMAL NUMERIC DEC TINYINT SMALLINT INT INTEGER"
          + " BIGINT FLOAT DOUBLE PRECISION DATE TIME WITH WITHOUT LOCAL ZONE TIMESTAMP"
          + " TIMESTAMP_LTZ YEAR MONTH DAY HOUR MINUTE SECOND TO ARRAY MAP ROW NOT NULL";
  private static final Set<String> KEYWORDS = Set.of(KEYWORD_TEXT.split(" "));

  private static final Set<String> UNSUPPORTED_KEYWORDS =
      Set.of("VARCHAR", "VARBINARY", "INTERVAL", "MULTISET", "RAW", "LEGACY", "VARIANT", "BITMAP");

  /** Deeper nesting than any table has, far below what the stack bears. */
  private static final int MAX_NESTING = 256;

  private enum Kind {
    PUNCTUATION,
    KEYWORD,
    IDENTIFIER,
    STRING,
    INTEGER,
    END
  }

  private static final class Token {
    final Kind kind;
    final String text;
    final int position;

    Token(Kind kind, String text, int position) {
      this.kind = kind;
      this.text = text;
      this.position = position;
    }
  }

  private final String input;
  private final List<Token> tokens;
  private int next;
  private int nesting;

  /** Exists because the constructor is public in the released API; there is nothing to hold. */
  public DataTypeParser() {
    this("");
  }

  private DataTypeParser(String input) {
    this.input = input;
    this.tokens = tokenize();
  }

  /**
   * Reads a type; fields of rows get no ids.
   *
   * @throws ValidationException if the text is not a type
   * @throws IllegalArgumentException if a parameter of a type is out of range
   */
  public static DataType parse(String typeString) {
    DataTypeParser parser = new DataTypeParser(typeString);
    DataType type = parser.type();
    if (parser.peek().kind != Kind.END) {
      throw parser.error(parser.peek(), "the type ends before '" + parser.peek().text + "'");
    }
    return type;
  }

  // --- tokens -----------------------------------------------------------------------------------

  private List<Token> tokenize() {
    List<Token> result = new ArrayList<>();
    int i = 0;
    while (i < input.length()) {
      char c = input.charAt(i);
      int start = i;
      if (Character.isWhitespace(c)) {
        i++;
      } else if (isPunctuation(c)) {
        result.add(new Token(Kind.PUNCTUATION, String.valueOf(c), start));
        i++;
      } else if (c == '\'' || c == '`') {
        StringBuilder text = new StringBuilder();
        i = readQuoted(start, c, text);
        result.add(new Token(c == '`' ? Kind.IDENTIFIER : Kind.STRING, text.toString(), start));
      } else if (isDigit(c)) {
        while (i < input.length() && isDigit(input.charAt(i))) {
          i++;
        }
        result.add(new Token(Kind.INTEGER, input.substring(start, i), start));
      } else {
        while (i < input.length()
            && !Character.isWhitespace(input.charAt(i))
            && !isPunctuation(input.charAt(i))) {
          i++;
        }
        result.add(word(input.substring(start, i), start));
      }
    }
    result.add(new Token(Kind.END, "end of text", input.length()));
    return result;
  }

  /** Reads up to the closing quote, a doubled quote standing for one, and returns what follows. */
  private int readQuoted(int start, char quote, StringBuilder into) {
    for (int i = start + 1; i < input.length(); i++) {
      char c = input.charAt(i);
      if (c != quote) {
        into.append(c);
      } else if (i + 1 < input.length() && input.charAt(i + 1) == quote) {
        into.append(c);
        i++;
      } else {
        return i + 1;
      }
    }
    throw error(start, "the quote " + quote + " is never closed");
  }

  private Token word(String text, int position) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (UNSUPPORTED_KEYWORDS.contains(upper)) {
      throw error(
          position,
          upper + " is a reserved word of no supported type; put a field name into backticks");
    }
    return KEYWORDS.contains(upper)
        ? new Token(Kind.KEYWORD, upper, position)
        : new Token(Kind.IDENTIFIER, text, position);
  }

  private static boolean isPunctuation(char c) {
    return "<>(),.".indexOf(c) >= 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    Token token = tokens.get(next);
    if (token.kind != Kind.END) {
      next++;
    }
    return token;
  }

  private boolean takeIf(Kind kind, String text) {
    boolean hit = peek().kind == kind && peek().text.equals(text);
    if (hit) {
      next++;
    }
    return hit;
  }

  private boolean takeWord(String keyword) {
    return takeIf(Kind.KEYWORD, keyword);
  }

  private boolean takeMark(String punctuation) {
    return takeIf(Kind.PUNCTUATION, punctuation);
  }

  private void expectWord(String keyword) {
    if (!takeWord(keyword)) {
      throw error(peek(), "expected " + keyword + ", found '" + peek().text + "'");
    }
  }

  private void expectMark(String punctuation) {
    if (!takeMark(punctuation)) {
      throw error(peek(), "expected '" + punctuation + "', found '" + peek().text + "'");
    }
  }

  private ValidationException error(Token at, String what) {
    return error(at.position, what);
  }

  private ValidationException error(int position, String what) {
    return new ValidationException(
        String.format("Not a type, at position %d: %s. Text: %s", position, what, input));
  }

  // --- grammar ----------------------------------------------------------------------------------

  private DataType type() {
    if (++nesting > MAX_NESTING) {
      throw error(peek(), "types are nested deeper than " + MAX_NESTING);
    }
    DataType type = withNullability(typeWithoutNullability());
    if (takeWord("ARRAY")) {
      type = withNullability(new ArrayType(type));
    }
    nesting--;
    return type;
  }

  private DataType withNullability(DataType nullable) {
    if (takeWord("NOT")) {
      expectWord("NULL");
      return nullable.copy(false);
    }
    takeWord("NULL");
    return nullable;
  }

  private DataType typeWithoutNullability() {
    Token token = take();
    if (token.kind != Kind.KEYWORD) {
      throw error(token, "expected the name of a type, found '" + token.text + "'");
    }
    switch (token.text) {
      case "CHAR":
        return new CharType(parameter(CharType.DEFAULT_LENGTH));
      case "STRING":
        return new StringType();
      case "BOOLEAN":
        return new BooleanType();
      case "BINARY":
        return new BinaryType(parameter(BinaryType.DEFAULT_LENGTH));
      case "BYTES":
        return new BytesType();
      case "DECIMAL":
      case "NUMERIC":
      case "DEC":
        return decimal();
      case "TINYINT":
        return new TinyIntType();
      case "SMALLINT":
        return new SmallIntType();
      case "INT":
      case "INTEGER":
        return new IntType();
      case "BIGINT":
        return new BigIntType();
      case "FLOAT":
        return new FloatType();
      case "DOUBLE":
        takeWord("PRECISION");
        return new DoubleType();
      case "DATE":
        return new DateType();
      case "TIME":
        return time();
      case "TIMESTAMP":
        return timestamp();
      case "TIMESTAMP_LTZ":
        return new LocalZonedTimestampType(parameter(LocalZonedTimestampType.DEFAULT_PRECISION));
      case "ARRAY":
        return array();
      case "MAP":
        return map();
      case "ROW":
        return row();
      default:
        throw error(token, token.text + " is not the name of a type");
    }
  }

  private DataType decimal() {
    if (!takeMark("(")) {
      return new DecimalType();
    }
    int precision = integer();
    int scale = takeMark(",") ? integer() : DecimalType.DEFAULT_SCALE;
    expectMark(")");
    return new DecimalType(precision, scale);
  }

  private DataType time() {
    int precision = parameter(TimeType.DEFAULT_PRECISION);
    if (takeWord("WITHOUT")) {
      expectTimeZone();
    }
    return new TimeType(precision);
  }

  private DataType timestamp() {
    int precision = parameter(TimestampType.DEFAULT_PRECISION);
    if (takeWord("WITHOUT")) {
      expectTimeZone();
    } else if (takeWord("WITH")) {
      if (!takeWord("LOCAL")) {
        throw error(peek(), "a time zone per value is not supported; write WITH LOCAL TIME ZONE");
      }
      expectTimeZone();
      return new LocalZonedTimestampType(precision);
    }
    return new TimestampType(precision);
  }

  private void expectTimeZone() {
    expectWord("TIME");
    expectWord("ZONE");
  }

  private DataType array() {
    expectMark("<");
    DataType element = type();
    expectMark(">");
    return new ArrayType(element);
  }

  private DataType map() {
    expectMark("<");
    DataType key = type();
    expectMark(",");
    DataType value = type();
    expectMark(">");
    return new MapType(key, value);
  }

  private DataType row() {
    String end = ">";
    if (takeMark("(")) {
      end = ")";
    } else {
      expectMark("<");
    }
    List<DataField> fields = new ArrayList<>();
    if (!takeMark(end)) {
      do {
        fields.add(field());
      } while (takeMark(","));
      expectMark(end);
    }
    return new RowType(fields);
  }

  private DataField field() {
    Token name = take();
    if (name.kind != Kind.IDENTIFIER) {
      throw error(
          name,
          "expected a field name, found '"
              + name.text
              + "'; a name that is a keyword goes into backticks");
    }
    DataType type = type();
    return new DataField(name.text, type, peek().kind == Kind.STRING ? take().text : null);
  }

  private int parameter(int defaultValue) {
    if (!takeMark("(")) {
      return defaultValue;
    }
    int value = integer();
    expectMark(")");
    return value;
  }

  private int integer() {
    Token token = take();
    if (token.kind != Kind.INTEGER) {
      throw error(token, "expected a number, found '" + token.text + "'");
    }
    try {
      return Integer.parseInt(token.text);
    } catch (NumberFormatException e) {
      throw error(token, token.text + " is larger than " + Integer.MAX_VALUE);
    }
  }
}
