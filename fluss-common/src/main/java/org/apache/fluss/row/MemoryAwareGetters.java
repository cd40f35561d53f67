// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.annotation.Internal;
import org.apache.fluss.memory.MemorySegment;

/** A value whose bytes lie in one range of memory. */
@Internal
public interface MemoryAwareGetters {
  /** The memory the bytes lie in, always one segment. */
  MemorySegment[] getSegments();

  /** Start of the bytes in the memory. */
  int getOffset();

  /** Number of bytes. */
  int getSizeInBytes();
}
