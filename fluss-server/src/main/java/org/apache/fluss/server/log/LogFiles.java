// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.nio.file.Path;

/** The names of the files in the directory of one log. */
public final class LogFiles {
  /** Suffix of the file with the record batches. */
  public static final String LOG = ".log";

  /** Suffix of the offset index. */
  public static final String INDEX = ".index";

  /** Suffix of the time index. */
  public static final String TIME_INDEX = ".timeindex";

  /** Suffix of the writer state up to an offset. */
  public static final String WRITER_SNAPSHOT = ".writer_snapshot";

  private static final int DIGITS = 20;

  private LogFiles() {}

  /** File name of an offset and a suffix: 20 ASCII digits whatever the locale. */
  public static String name(long offset, String suffix) {
    String digits = Long.toString(offset);
    return "0".repeat(DIGITS - digits.length()) + digits + suffix;
  }

  /** The offset in a file name with this suffix, or -1 if it is another file. */
  static long offset(Path file, String suffix) {
    String name = file.getFileName().toString();
    int length = name.length() - suffix.length();
    if (length < 1 || length > DIGITS || !name.endsWith(suffix)) {
      return -1;
    }
    long offset = 0;
    for (int i = 0; i < length; i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9 || offset > (Long.MAX_VALUE - digit) / 10) {
        return -1;
      }
      offset = 10 * offset + digit;
    }
    return offset;
  }
}
