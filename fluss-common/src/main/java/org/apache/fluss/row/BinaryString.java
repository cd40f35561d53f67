// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.apache.fluss.annotation.PublicStable;
import org.apache.fluss.memory.MemorySegment;

/**
 * A value of type CHAR or STRING: UTF-8 text, ordered by its bytes as unsigned numbers (which is
 * the order of code points). Positions and lengths count code points unless they say bytes.
 * Immutable as long as the memory it was made from is not written.
 */
@PublicStable
public final class BinaryString extends BinarySection
    implements Comparable<BinaryString>, MemoryAwareGetters {
  private static final long serialVersionUID = 1L;

  public static final BinaryString EMPTY_UTF8 = fromBytes(new byte[0]);

  private BinaryString(MemorySegment segment, int offset, int sizeInBytes) {
    pointTo(segment, offset, sizeInBytes);
  }

  /** A view of UTF-8 bytes in memory, which are not copied if they lie in one segment. */
  public static BinaryString fromAddress(MemorySegment[] segments, int offset, int numBytes) {
    BinaryString string = new BinaryString(segments[0], 0, 0);
    string.pointTo(segments, offset, numBytes);
    return string;
  }

  /** Encodes the text; null gives null. */
  public static BinaryString fromString(String str) {
    return str == null ? null : fromBytes(encodeUTF8(str));
  }

  /** A view of UTF-8 bytes, which are not copied. */
  public static BinaryString fromBytes(byte[] bytes) {
    return fromBytes(bytes, 0, bytes.length);
  }

  /** A view of UTF-8 bytes, which are not copied. */
  public static BinaryString fromBytes(byte[] bytes, int offset, int numBytes) {
    return new BinaryString(MemorySegment.wrap(bytes), offset, numBytes);
  }

  /** A view of UTF-8 bytes in memory, which are not copied. */
  public static BinaryString fromSegment(MemorySegment segment, int offset, int numBytes) {
    return new BinaryString(segment, offset, numBytes);
  }

  /** A string of spaces. */
  public static BinaryString blankString(int length) {
    byte[] spaces = new byte[length];
    Arrays.fill(spaces, (byte) ' ');
    return fromBytes(spaces);
  }

  @Override
  public int compareTo(BinaryString other) {
    return segment.compare(other.segment, offset, other.offset, sizeInBytes, other.sizeInBytes);
  }

  /** Number of code points. */
  public int numChars() {
    int chars = 0;
    for (int i = 0; i < sizeInBytes; i++) {
      if (startsChar(i)) {
        chars++;
      }
    }
    return chars;
  }

  private boolean startsChar(int index) {
    return (segment.get(offset + index) & 0xc0) != 0x80;
  }

  /** The byte at a position in bytes. */
  public byte byteAt(int index) {
    return segment.get(offset + index);
  }

  /** A string with its own bytes. */
  public BinaryString copy() {
    return fromBytes(toBytes());
  }

  /** The code points from {@code beginIndex} to before {@code endIndex}, cut to what is there. */
  public BinaryString substring(int beginIndex, int endIndex) {
    int begin = byteIndex(Math.max(beginIndex, 0));
    int end = byteIndex(Math.max(endIndex, 0));
    return begin >= end ? EMPTY_UTF8 : new BinaryString(segment, offset + begin, end - begin);
  }

  /** Position in bytes of a code point; the size in bytes if there are fewer. */
  private int byteIndex(int charIndex) {
    int chars = 0;
    for (int i = 0; i < sizeInBytes; i++) {
      if (startsChar(i) && chars++ == charIndex) {
        return i;
      }
    }
    return sizeInBytes;
  }

  public boolean contains(BinaryString substring) {
    return find(substring, 0) >= 0;
  }

  public boolean startsWith(BinaryString prefix) {
    return matches(prefix, 0);
  }

  public boolean endsWith(BinaryString suffix) {
    return matches(suffix, sizeInBytes - suffix.sizeInBytes);
  }

  private boolean matches(BinaryString part, int at) {
    return at >= 0
        && at + part.sizeInBytes <= sizeInBytes
        && segment.equalTo(part.segment, offset + at, part.offset, part.sizeInBytes);
  }

  /** Position in bytes of the first occurrence at or after a position in bytes, -1 if none. */
  private int find(BinaryString part, int from) {
    for (int i = from; i <= sizeInBytes - part.sizeInBytes; i++) {
      if (matches(part, i)) {
        return i;
      }
    }
    return -1;
  }

  /** Position of the first occurrence at or after {@code fromIndex}, -1 if there is none. */
  public int indexOf(BinaryString str, int fromIndex) {
    if (str.sizeInBytes == 0) {
      return 0;
    }
    int found = find(str, byteIndex(Math.max(fromIndex, 0)));
    return found < 0 ? -1 : new BinaryString(segment, offset, found).numChars();
  }

  /** Without the spaces at both ends. */
  public BinaryString trim() {
    int begin = 0;
    int end = sizeInBytes;
    while (begin < end && byteAt(begin) == ' ') {
      begin++;
    }
    while (end > begin && byteAt(end - 1) == ' ') {
      end--;
    }
    return new BinaryString(segment, offset + begin, end - begin);
  }

  public BinaryString toUpperCase() {
    return fromString(toString().toUpperCase(Locale.ROOT));
  }

  public BinaryString toLowerCase() {
    return fromString(toString().toLowerCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return decodeUTF8(segment, offset, sizeInBytes);
  }

  public static byte[] encodeUTF8(String str) {
    return str.getBytes(StandardCharsets.UTF_8);
  }

  /** Encodes into the array, which must be large enough, and returns the number of bytes. */
  public static int encodeUTF8(String str, byte[] bytes) {
    byte[] encoded = encodeUTF8(str);
    System.arraycopy(encoded, 0, bytes, 0, encoded.length);
    return encoded.length;
  }

  /** The same as {@link #encodeUTF8(String, byte[])}. */
  public static int defaultEncodeUTF8(String str, byte[] bytes) {
    return encodeUTF8(str, bytes);
  }

  /** Decodes bytes; malformed ones become the replacement character. */
  public static String decodeUTF8(byte[] input, int offset, int byteLen) {
    return new String(input, offset, byteLen, StandardCharsets.UTF_8);
  }

  /** Decodes bytes in memory; malformed ones become the replacement character. */
  public static String decodeUTF8(MemorySegment input, int offset, int byteLen) {
    if (input.isOffHeap()) {
      byte[] copy = new byte[byteLen];
      input.get(offset, copy);
      return decodeUTF8(copy, 0, byteLen);
    }
    return decodeUTF8(input.getHeapMemory(), offset, byteLen);
  }

  /** The same as {@link #decodeUTF8(byte[], int, int)}. */
  public static String defaultDecodeUTF8(byte[] bytes, int offset, int len) {
    return decodeUTF8(bytes, offset, len);
  }

  /** Decodes into the array; returns the number of chars, -1 if the bytes are malformed. */
  public static int decodeUTF8Strict(byte[] sa, int sp, int len, char[] da) {
    return decodeStrict(ByteBuffer.wrap(sa, sp, len), da);
  }

  /** Decodes into the array; returns the number of chars, -1 if the bytes are malformed. */
  public static int decodeUTF8Strict(MemorySegment segment, int sp, int len, char[] da) {
    return decodeStrict(segment.wrap(sp, len), da);
  }

  private static int decodeStrict(ByteBuffer bytes, char[] target) {
    CharBuffer chars = CharBuffer.wrap(target);
    boolean malformed =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(bytes, chars, true)
            .isError();
    return malformed ? -1 : chars.position();
  }
}
