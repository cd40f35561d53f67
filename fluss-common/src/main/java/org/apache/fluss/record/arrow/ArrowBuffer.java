// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

/** A range of an array, checked to be inside of it. */
final class ArrowBuffer {
  final byte[] bytes;
  final int start;
  final int size;

  ArrowBuffer(byte[] bytes, int start, int size) {
    this.bytes = bytes;
    this.start = start;
    this.size = size;
  }
}
