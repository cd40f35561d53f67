// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.tools.quickstart;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataTypes;

/**
 * The sample flights: their schema and a reader of the shipped file.
 *
 * <p>The file is zstd-compressed text, one flight a line: {@code yyyy-MM-dd
 * HH:mm,delay,distance,origin,destination}.
 */
final class Flights implements Closeable {
  static final int TOTAL_ROWS = 3_000_000;

  static final Schema SCHEMA =
      Schema.newBuilder()
          .column("date", DataTypes.TIMESTAMP(6))
          .column("delay", DataTypes.INT())
          .column("distance", DataTypes.INT())
          .column("origin", DataTypes.STRING())
          .column("destination", DataTypes.STRING())
          .build();

  private static final int MAX_LINE_BYTES = 256;

  private final InputStream in;
  private final byte[] line = new byte[MAX_LINE_BYTES];
  private int lineLength;
  private int at;

  private Flights(InputStream in) {
    this.in = in;
  }

  static Flights open(Path file) throws IOException {
    Flights flights =
        new Flights(
            new BufferedInputStream(new ZstdInputStream(Files.newInputStream(file)), 1 << 16));
    if (!flights.nextLine()) {
      throw new EOFException(file + " is empty");
    }
    return flights;
  }

  /** The next flight as a new row, or null at the end. */
  GenericRow next() throws IOException {
    if (!nextLine()) {
      return null;
    }
    at = 0;
    long day = daysSinceEpoch(number('-'), number('-'), number(' '));
    long minute = day * 1440 + number(':') * 60 + number(',');
    GenericRow row = new GenericRow(5);
    row.setField(0, TimestampNtz.fromMillis(minute * 60_000));
    row.setField(1, number(','));
    row.setField(2, number(','));
    row.setField(3, text());
    row.setField(4, text());
    return row;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean nextLine() throws IOException {
    lineLength = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        return true;
      }
      line[lineLength++] = (byte) b;
    }
    return lineLength > 0;
  }

  private int number(char end) {
    boolean negative = line[at] == '-';
    int value = 0;
    for (at += negative ? 1 : 0; line[at] != end; at++) {
      value = value * 10 + line[at] - '0';
    }
    at++;
    return negative ? -value : value;
  }

  private BinaryString text() {
    int start = at;
    while (at < lineLength && line[at] != ',') {
      at++;
    }
    return BinaryString.fromString(
        new String(line, start, at++ - start, StandardCharsets.US_ASCII));
  }

  private static long daysSinceEpoch(int year, int month, int day) {
    return java.time.LocalDate.of(year, month, day).toEpochDay();
  }

  /** What {@link Checksum} takes of a flight. */
  static String text(InternalRow row) {
    TimestampNtz date = row.getTimestampNtz(0, 6);
    return date.getMillisecond() * 1000
        + date.getNanoOfMillisecond() / 1000
        + "|"
        + row.getInt(1)
        + "|"
        + row.getInt(2)
        + "|"
        + row.getString(3)
        + "|"
        + row.getString(4);
  }
}
