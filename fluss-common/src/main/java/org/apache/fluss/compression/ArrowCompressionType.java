// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import org.apache.fluss.annotation.PublicEvolving;

/** How the buffers of an Arrow batch are compressed. */
@PublicEvolving
public enum ArrowCompressionType {
  NONE,
  LZ4_FRAME,
  ZSTD
}
