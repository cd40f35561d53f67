// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalUnit;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.fluss.config.AutoPartitionTimeUnit;
import org.apache.fluss.exception.InvalidPartitionException;
import org.apache.fluss.metadata.PartitionSpec;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataTypeRoot;

/** Partition values: from typed columns, from the time, and what is wrong with them. */
public class PartitionUtils {

  /** Kinds of column a table can be partitioned by; unmodifiable. */
  public static final List<DataTypeRoot> PARTITION_KEY_SUPPORTED_TYPES =
      List.of(
          DataTypeRoot.CHAR,
          DataTypeRoot.STRING,
          DataTypeRoot.BOOLEAN,
          DataTypeRoot.BINARY,
          DataTypeRoot.BYTES,
          DataTypeRoot.TINYINT,
          DataTypeRoot.SMALLINT,
          DataTypeRoot.INTEGER,
          DataTypeRoot.DATE,
          DataTypeRoot.TIME_WITHOUT_TIME_ZONE,
          DataTypeRoot.BIGINT,
          DataTypeRoot.FLOAT,
          DataTypeRoot.DOUBLE,
          DataTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE,
          DataTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);

  private static final Map<AutoPartitionTimeUnit, DateTimeFormatter> AUTO_PARTITION_FORMATS =
      Map.of(
          AutoPartitionTimeUnit.YEAR, format("yyyy"),
          AutoPartitionTimeUnit.QUARTER, format("yyyyQ"),
          AutoPartitionTimeUnit.MONTH, format("yyyyMM"),
          AutoPartitionTimeUnit.DAY, format("yyyyMMdd"),
          AutoPartitionTimeUnit.HOUR, format("yyyyMMddHH"));

  private static final DateTimeFormatter TIME_FORMAT = format("HH-mm-ss_SSS");
  private static final DateTimeFormatter SECOND_FORMAT = format("yyyy-MM-dd-HH-mm-ss_");

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
  }

  /**
   * Checks that a spec has a well-formed value for each partition key and for nothing else.
   *
   * @param isCreate true if the partition is about to be created, when a reserved prefix is refused
   * @throws InvalidPartitionException if it does not
   */
  public static void validatePartitionSpec(
      TablePath tablePath,
      List<String> partitionKeys,
      PartitionSpec partitionSpec,
      boolean isCreate) {
    Map<String, String> spec = partitionSpec.getSpecMap();
    if (spec.size() != partitionKeys.size() || !spec.keySet().containsAll(partitionKeys)) {
      throw new InvalidPartitionException(
          String.format(
              "A partition of the table %s is given by a value for each of %s, not by %s.",
              tablePath, partitionKeys, spec.keySet()));
    }
    for (String key : partitionKeys) {
      String value = spec.get(key);
      String reason = TablePath.detectInvalidName(value);
      if (reason == null && isCreate) {
        reason = TablePath.validatePrefix(value);
      }
      if (reason != null) {
        throw new InvalidPartitionException(
            String.format("The partition value %s is invalid: %s", value, reason));
      }
    }
  }

  /**
   * The partition some units of time after the one of a moment, for a table with a single key.
   *
   * @throws IllegalArgumentException if there is not exactly one key
   */
  public static ResolvedPartitionSpec generateAutoPartition(
      List<String> partitionKeys,
      ZonedDateTime current,
      int offset,
      AutoPartitionTimeUnit timeUnit) {
    return new ResolvedPartitionSpec(
        partitionKeys,
        Collections.singletonList(generateAutoPartitionTime(current, offset, timeUnit)));
  }

  /**
   * The partition value some units of time after the one of a moment.
   *
   * @param current the moment, in the zone that decides when a day begins
   * @param offset number of units, perhaps negative
   */
  public static String generateAutoPartitionTime(
      ZonedDateTime current, int offset, AutoPartitionTimeUnit timeUnit) {
    return AUTO_PARTITION_FORMATS
        .get(timeUnit)
        .format(current.plus(count(offset, timeUnit), unit(timeUnit)));
  }

  private static long count(int offset, AutoPartitionTimeUnit timeUnit) {
    return timeUnit == AutoPartitionTimeUnit.QUARTER ? 3L * offset : offset;
  }

  private static TemporalUnit unit(AutoPartitionTimeUnit timeUnit) {
    switch (timeUnit) {
      case YEAR:
        return ChronoUnit.YEARS;
      case QUARTER:
      case MONTH:
        return ChronoUnit.MONTHS;
      case DAY:
        return ChronoUnit.DAYS;
      case HOUR:
        return ChronoUnit.HOURS;
      default:
        throw new IllegalArgumentException("No partitions by " + timeUnit);
    }
  }

  /**
   * The partition value of a column value. It may turn out to be no valid name.
   *
   * @param value the value as a row holds it, not null
   * @throws NullPointerException if the value is null
   * @throws IllegalArgumentException if a table cannot be partitioned by this kind of column
   */
  public static String convertValueOfType(Object value, DataTypeRoot type) {
    Objects.requireNonNull(value, "A partition column must not be null.");
    switch (type) {
      case CHAR:
      case STRING:
      case BOOLEAN:
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case BIGINT:
        return value.toString();
      case BINARY:
      case BYTES:
        return hex((byte[]) value);
      case DATE:
        return date((int) value);
      case TIME_WITHOUT_TIME_ZONE:
        return TIME_FORMAT.format(LocalTime.ofNanoOfDay((int) value * 1_000_000L));
      case FLOAT:
        return number((float) value, value.toString());
      case DOUBLE:
        return number((double) value, value.toString());
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        TimestampNtz ntz = (TimestampNtz) value;
        return timestamp(ntz.getMillisecond(), ntz.getNanoOfMillisecond());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        TimestampLtz ltz = (TimestampLtz) value;
        return timestamp(ltz.getEpochMillisecond(), ltz.getNanoOfMillisecond());
      default:
        throw new IllegalArgumentException(
            String.format(
                "A table cannot be partitioned by a column of type %s, only by one of %s.",
                type, PARTITION_KEY_SUPPORTED_TYPES));
    }
  }

  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder(2 * bytes.length);
    for (byte b : bytes) {
      text.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return text.toString();
  }

  private static String date(int epochDay) {
    LocalDate date = LocalDate.ofEpochDay(epochDay);
    return String.format(
        Locale.ROOT, "%04d-%02d-%02d", date.getYear(), date.getMonthValue(), date.getDayOfMonth());
  }

  private static String number(double value, String text) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "Inf" : "-Inf";
    }
    return text.replace('.', '_');
  }

  /** Seconds, then the digits of the fraction without trailing zeros. */
  private static String timestamp(long millisecond, int nanoOfMillisecond) {
    LocalDateTime time =
        LocalDateTime.ofInstant(
            Instant.ofEpochMilli(millisecond).plusNanos(nanoOfMillisecond), ZoneOffset.UTC);
    String fraction = "";
    if (time.getNano() > 0) {
      fraction =
          BigDecimal.valueOf(time.getNano(), 9).stripTrailingZeros().toPlainString().substring(2);
    }
    return SECOND_FORMAT.format(time) + fraction;
  }
}
