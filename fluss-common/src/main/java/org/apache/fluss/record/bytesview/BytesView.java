// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.bytesview;

import java.nio.ByteBuffer;

/** Bytes that need not lie in one piece. */
public interface BytesView {
  /** Number of bytes. */
  int getBytesLength();

  /** The bytes from position to limit; copied only if they lie in several pieces. */
  ByteBuffer toByteBuffer();
}
