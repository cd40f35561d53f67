// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.tools.quickstart;

import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A checksum of rows that every engine can compute: the sum, modulo 2^64, of the low 64 bits
 * (little-endian) of the MD5 of each row's columns joined by {@code |}. Independent of the order of
 * rows, sensitive to every column and to duplicates.
 */
final class Checksum {
  private final MessageDigest md5;
  private final byte[] digest = new byte[16];
  private long rows;
  private long sum;

  Checksum() {
    try {
      md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has MD5", e);
    }
  }

  /** Adds a row. */
  void add(String columns) {
    try {
      md5.update(columns.getBytes(StandardCharsets.UTF_8));
      md5.digest(digest, 0, 16);
    } catch (DigestException e) {
      throw new IllegalStateException("An MD5 has 16 bytes", e);
    }
    long low = 0;
    for (int i = 15; i >= 8; i--) {
      low = low << 8 | digest[i] & 0xff;
    }
    sum += low;
    rows++;
  }

  long rows() {
    return rows;
  }

  String hex() {
    return String.format("%016x", sum);
  }
}
