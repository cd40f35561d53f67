// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataType;

/** Reads partition values, the inverse of {@code PartitionUtils.convertValueOfType}. */
final class PartitionText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH-mm-ss_SSS", Locale.ROOT);

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("yyyy-MM-dd-HH-mm-ss_")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, false)
          .toFormatter(Locale.ROOT);

  private PartitionText() {}

  /**
   * The value as a row holds it; throws {@link RuntimeException} if the text is not of the type.
   */
  static Object parse(String text, DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
      case STRING:
        return BinaryString.fromString(text);
      case BOOLEAN:
        return Boolean.parseBoolean(text);
      case BINARY:
      case BYTES:
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
      case TINYINT:
        return Byte.parseByte(text);
      case SMALLINT:
        return Short.parseShort(text);
      case INTEGER:
        return Integer.parseInt(text);
      case BIGINT:
        return Long.parseLong(text);
      case FLOAT:
        return Float.parseFloat(number(text));
      case DOUBLE:
        return Double.parseDouble(number(text));
      case DATE:
        return (int) LocalDate.parse(text).toEpochDay();
      case TIME_WITHOUT_TIME_ZONE:
        return (int) (LocalTime.parse(text, TIME).toNanoOfDay() / 1_000_000);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return timestamp(text);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        TimestampNtz utc = timestamp(text);
        return TimestampLtz.fromEpochMillis(utc.getMillisecond(), utc.getNanoOfMillisecond());
      default:
        throw new IllegalArgumentException("A table cannot be partitioned by type " + type);
    }
  }

  private static String number(String text) {
    return text.endsWith("Inf") ? text + "inity" : text.replace('_', '.');
  }

  private static TimestampNtz timestamp(String text) {
    return TimestampNtz.fromLocalDateTime(LocalDateTime.parse(text, TIMESTAMP));
  }
}
